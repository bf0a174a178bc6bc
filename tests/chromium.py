"""A real browser without a window, told what to do over a pipe."""

from __future__ import annotations

import base64
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

FOUND = next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None
)

# The browser reads commands from 3 and answers on 4, each ended by a zero byte.
_TURN_PIPES = """
import fcntl, os, sys
told, heard = (fcntl.fcntl(int(each), fcntl.F_DUPFD, 20) for each in sys.argv[1:3])
os.dup2(told, 3), os.dup2(heard, 4)
os.execv(sys.argv[3], sys.argv[3:])
"""


class Chromium:
    """A browser with one page; everything it had to complain about is kept in `said`.

    Args:
        home: a folder for what it keeps.
    """

    def __init__(self, home: Path) -> None:
        assert FOUND
        told, tell = os.pipe()
        hear, heard = os.pipe()
        self._process = subprocess.Popen(
            [
                *(sys.executable, "-c", _TURN_PIPES, str(told), str(heard), FOUND),
                *("--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars"),
                *("--remote-debugging-pipe", f"--user-data-dir={home}", "about:blank"),
            ],
            pass_fds=(told, heard),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "HOME": str(home)},
        )
        os.close(told)
        os.close(heard)
        self._out, self._in = os.fdopen(tell, "wb"), os.fdopen(hear, "rb")
        self._left = b""
        self._number = 0
        self._session: str | None = None
        self._events: list[dict[str, Any]] = []
        self.said: list[str] = []
        pages = [
            each for each in self.do("Target.getTargets")["targetInfos"] if each["type"] == "page"
        ]
        target = (
            pages[0]["targetId"]
            if pages
            else self.do("Target.createTarget", url="about:blank")["targetId"]
        )
        self._session = self.do("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for part in ("Page", "Runtime", "Log", "Network"):
            self.do(f"{part}.enable")

    def do(self, method: str, **params: Any) -> dict[str, Any]:
        """Give a command and wait for its answer."""
        self._number += 1
        message: dict[str, Any] = {"id": self._number, "method": method, "params": params}
        if self._session:
            message["sessionId"] = self._session
        self._out.write(json.dumps(message).encode() + b"\0")
        self._out.flush()
        while True:
            answer = self._read()
            if answer.get("id") == self._number:
                assert "error" not in answer, answer
                return answer["result"]

    def _read(self) -> dict[str, Any]:
        while b"\0" not in self._left:
            more = os.read(self._in.fileno(), 1 << 20)
            assert more, "the browser ended"
            self._left += more
        text, self._left = self._left.split(b"\0", 1)
        message = json.loads(text)
        method = message.get("method", "")
        if method in ("Log.entryAdded", "Runtime.consoleAPICalled", "Runtime.exceptionThrown"):
            self.said.append(json.dumps(message["params"]))
        if method == "Network.requestWillBeSent":
            url = message["params"]["request"]["url"]
            if not url.startswith(("file:", "data:")):
                self.said.append(f"asked for {url}")
        self._events.append(message)
        return message

    def open(self, path: Path, *, width: int = 1200, dark: bool = False) -> None:
        """Open a file and wait until it is there."""
        self.do(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=800,
            deviceScaleFactor=2 if width < 500 else 1,
            mobile=width < 500,
        )
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.do("Emulation.setEmulatedMedia", media="", features=[scheme])
        self._events.clear()
        self.do("Page.navigate", url=path.as_uri())
        while not any(each.get("method") == "Page.loadEventFired" for each in self._events):
            self._read()

    def ask(self, expression: str) -> Any:
        """What an expression gives in the page."""
        answer = self.do("Runtime.evaluate", expression=expression, returnByValue=True)
        assert "exceptionDetails" not in answer, answer
        return answer["result"].get("value")

    def picture(self, *, whole: bool = True) -> bytes:
        """The page as PNG."""
        answer = self.do("Page.captureScreenshot", captureBeyondViewport=whole)
        return base64.b64decode(answer["data"])

    def paper(self, wide: float, high: float) -> bytes:
        """The page as PDF, on paper of so many inches."""
        answer = self.do(
            "Page.printToPDF",
            paperWidth=wide,
            paperHeight=high,
            preferCSSPageSize=True,
            printBackground=False,
        )
        return base64.b64decode(answer["data"])

    def close(self) -> None:
        """End it."""
        self._session = None
        self.do("Browser.close")
        self._out.close()
        self._in.close()
        self._process.wait(20)

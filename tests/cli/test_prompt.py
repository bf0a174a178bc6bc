"""The prompt from a pipe: the same commands, every mistake survived, no change lost."""

from __future__ import annotations

import io
import json
import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from legacytrack.store import places
from legacytrack.store.box_files import EXAMPLE

Run = Callable[..., Any]
PLAY = [sys.executable, "-m", "legacytrack", "play"]
STAR = "Dee gets 1 Red Star token."


@pytest.fixture
def evening(begin_with: Callable[..., Path]) -> Path:
    """A world in this folder, with a game on and Ana at her turn."""
    begin = ["begin", "ana=khan", "ben=bear", "cy=balkania", "dee=mechaniker"]
    return begin_with(begin, ["next", "ana"], world=EXAMPLE)


@pytest.fixture
def play(run: Run, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Type lines at a prompt in this process, as from a pipe."""

    def typed(*lines: str, words: tuple[str, ...] = ()) -> Any:
        typing = io.BytesIO("".join(f"{line}\n" for line in lines).encode())
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(typing, encoding="utf-8"))
        return run("play", *words)

    return typed


# --- the same commands ---


@pytest.mark.parametrize(
    "line",
    [
        "troops 14 --population 3",
        "troops ana europe siberia",
        "cards 3 2 1",
        "starts ben --at peru",
        "continents",
        "show peru 'great britain'",
        "show ana --json",
        "status --format plain",
        "rules missiles",
        "odds 5 3",
        "reach ural --holds asia",
        "star dee --dry-run",
        "--help",
        "star --help",
        "player",
    ],
)
def test_a_line_answers_what_the_command_answers(
    evening: Path, run: Run, play: Run, line: str
) -> None:
    """A line says what the command with the first word says, and so does the line with it."""
    import shlex

    alone = run(*shlex.split(line))
    for typed in (line, f"legacytrack {line}", f"   {line}  \t"):
        ended = play(typed)
        assert (ended.code, ended.err) == (0, alone.err)
        if "--json" in line:
            assert json.loads(ended.out) == alone.json
            assert ended.out.count("\n") == 1
        else:
            assert ended.out == alone.out
    assert alone.out


@pytest.mark.parametrize(
    "line",
    [
        "troops",
        "troops minus",
        "troops -3",
        "show xyzzy",
        "nonsense",
        "nonsence --json",
        "stat",
        "star nobody",
        "star ana 77",
        "star",
        "scar bunker",
        "sign ana",
        "undo 999",
        "undo 1 --to 2",
        "redo",
        "use nowhere",
        "new 'Somewhere' --here",
        "status --world nowhere.toml",
        "status --format nothing",
        "--nothing",
        "''",
        "-",
        "--",
        "completion cmd",
        "define",
        "packet nothing",
    ],
)
def test_every_mistake_is_told_as_by_the_command(
    evening: Path, run: Run, play: Run, line: str
) -> None:
    """What a line does wrong is told in the words of the command, and the next line is taken."""
    import shlex

    before = evening.read_bytes()
    alone = run(*shlex.split(line))
    ended = play(line, "troops 14")
    assert ended.code == 0
    assert "Traceback" not in ended.err
    assert "unexpected" not in ended.err + ended.out
    said = ended.out.partition("You get 4 troops.")
    assert said[1]
    if "--json" in line:
        assert json.loads(said[0]) == alone.json
    else:
        assert (said[0], ended.err) == (alone.out, alone.err)
    assert evening.read_bytes() == before


def test_help(play: Run, run: Run, evening: Path) -> None:
    """`help` and `?` are --help, also of one command or of one in a group."""
    assert play("help").out == play("?").out == run("--help").out
    assert play("help star").out == run("star", "--help").out
    assert play("help player add").out == run("player", "add", "--help").out
    assert play("help play").out == run("play", "--help").out


def test_play_shows_up(run: Run) -> None:
    """The help tells of the prompt, and its own help of TAB, quit and Ctrl-D."""
    assert re.search(r"(?m)^  play +Take commands line by line", run("--help").out)
    told = run("play", "--help").out
    for word in ("TAB", "quit", "Ctrl-D", "Example: legacytrack play"):
        assert word in told


def test_the_shell_completes_play(process: Run) -> None:
    """A shell offers `play`."""
    asked = {"COMP_WORDS": "legacytrack pl", "COMP_CWORD": "1"}
    ended = process(env={"_LEGACYTRACK_COMPLETE": "complete_bash", **asked})
    assert set(ended.out.split()) >= {"play", "player", "planet"}


@pytest.mark.parametrize("leave", ["quit", "exit", "q", "QUIT", " quit ", "legacytrack quit"])
def test_leaving(evening: Path, play: Run, leave: str) -> None:
    """`quit` leaves with 0, and what comes after it is not done."""
    before = evening.read_bytes()
    assert play(leave, "star dee") == (0, "", "")
    assert evening.read_bytes() == before


def test_quit_with_words_after_it_is_no_leaving(evening: Path, play: Run) -> None:
    """`quit the game` is an unknown command, and told so."""
    ended = play("quit the game", "troops 14")
    assert 'There is no command "quit".' in ended.err
    assert "You get 4 troops." in ended.out


def test_comments_and_empty_lines(evening: Path, play: Run) -> None:
    """Lines of nothing, and remarks with any quotes, say nothing."""
    ended = play(
        "", "   ", "\t", "# a remark", "  # it's \"one", "#star dee", "legacytrack", "''  #"
    )
    assert ended.out == ""
    assert 'There is no command "".' in ended.err
    assert len(ended.err.splitlines()) == 2


@pytest.mark.parametrize(
    ("line", "what"),
    [
        ("player add D'Arc", "A quotation mark is open."),
        ('star "dee', "A quotation mark is open."),
        ("star dee\\", "A backslash stands at the end."),
    ],
)
def test_open_quotes(evening: Path, play: Run, line: str, what: str) -> None:
    """A quotation mark that is open is told with the way to write an apostrophe."""
    ended = play(line, "star dee")
    assert what in ended.err
    assert STAR in ended.out


def test_names_with_apostrophes(evening: Path, play: Run) -> None:
    """A name with an apostrophe goes into double quotes, and comes back whole."""
    ended = play('player add "D\'Arc" "Côte d\'Ivoire"', 'player rename darc "O\'Neil"')
    assert ended.err == ""
    assert "O'Neil" in play("""show "o'neil\"""").out


def test_crlf_and_a_byte_order_mark(evening: Path, process: Run) -> None:
    """Lines of a Windows editor are lines; the last one needs no end."""
    ended = process("play", stdin="\ufefftroops 14\r\n\r\nstar dee\r\nstar cy")
    assert ended.err == ""
    assert "You get 4 troops." in ended.out
    assert STAR in ended.out
    assert "Cy gets 1 Red Star token." in ended.out


HOSTILE = (
    "[new berlin]",
    "[/x]",
    ":bomb:",
    "漢字",
    "\x1b[31mred",
    "\u202eright",
    "-3",
    "x" * 500,
    "\x00",
    "\x07",
    "$(touch here)",
    "%s%n",
)


@pytest.mark.parametrize("text", HOSTILE, ids=ascii)
def test_hostile_text(evening: Path, play: Run, text: str) -> None:
    """Whatever is typed is text: it is refused or shown, and steers no terminal."""
    quoted = f'"{text}"'
    ended = play(text, f"show {quoted}", f"star {quoted}", f"player add {quoted}", "troops 14")
    assert ended.code == 0
    assert "You get 4 troops." in ended.out
    for sign in ("\x1b", "\u202e", "\x00", "\x07"):
        assert sign not in ended.out + ended.err
    assert "Traceback" not in ended.err
    assert not (evening.parent / "here").exists()


@pytest.mark.parametrize("utf8", ["0", "1"])
def test_undecodable_bytes(evening: Path, utf8: str) -> None:
    """A line that is no text is told, and takes no line before or after it along."""
    typed = b"star dee\nplayer add \xff\xfe\n\xc3\nshow \xe9\nstar cy\ntroops 14\n"
    done = subprocess.run(
        PLAY, input=typed, capture_output=True, check=False, env={**os.environ, "PYTHONUTF8": utf8}
    )
    out, err = done.stdout.decode(), done.stderr.decode()
    assert done.returncode == 0
    for said in (STAR, "Cy gets 1 Red Star token.", "You get 4 troops."):
        assert said in out
    assert err.count("error: ") == 3
    assert "Traceback" not in err
    assert "\\xff" not in evening.read_text(encoding="utf-8")


def test_nobody_types(evening: Path, process: Run) -> None:
    """Without any input, or with stdin closed, the prompt ends with 0 and says nothing."""
    assert process("play") == (0, "", "")
    assert process("play", stdin="") == (0, "", "")
    script = f'"{sys.executable}" -m legacytrack play <&-'
    done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_a_reader_that_goes_away(evening: Path) -> None:
    """When nobody reads any more the prompt ends, and what was answered is recorded."""
    lines = "star dee\\nundo\\n" * 40
    line = f"printf '{lines}' | \"{sys.executable}\" -m legacytrack play | head -1"
    done = subprocess.run(["bash", "-c", line], capture_output=True, text=True, check=False)
    assert done.stderr == ""
    assert done.stdout.startswith(STAR)
    assert '"star dee"' in evening.with_suffix(".history.jsonl").read_text(encoding="utf-8")


def test_ctrl_c_ends_a_prompt_in_a_pipe(evening: Path) -> None:
    """Where nobody sits at a terminal, Ctrl-C ends the prompt with 130, quietly."""
    running = subprocess.Popen(
        PLAY, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert running.stdin
    assert running.stdout
    running.stdin.write("troops 14\n")
    running.stdin.flush()
    assert running.stdout.readline() == "You get 4 troops.\n"
    running.send_signal(signal.SIGINT)
    _, err = running.communicate(timeout=30)
    assert (running.returncode, err.strip()) == (130, "")


# --- formats ---


def test_json_is_one_envelope_a_line(evening: Path, play: Run) -> None:
    """With --json every command answers with one line of JSON on stdout, errors among them."""
    lines = ("status", "troops 14", "star dee", "nonsense", "star nobody", "undo", '"', "use nope")
    ended = play(*lines, "# a remark", "", words=("--json",))
    told = [json.loads(line) for line in ended.out.splitlines()]
    assert len(told) == len(lines)
    assert all(set(each) == {"legacytrack", "command", "data", "errors"} for each in told)
    assert [bool(each["errors"]) for each in told] == [False] * 3 + [True] * 2 + [False] + [
        True
    ] * 2
    assert told[3]["errors"][0]["what"] == 'There is no command "nonsense".'
    assert ended.err == ""


def test_json_of_one_line_is_only_that(evening: Path, play: Run) -> None:
    """A line with --json is answered in JSON alone, without the table; the next one in words."""
    ended = play("star dee --json", "troops 14")
    first, rest = ended.out.split("\n", 1)
    assert json.loads(first)["command"] == "star"
    assert rest.startswith("You get 4 troops.")


def test_the_format_of_the_prompt_holds_for_its_lines(evening: Path, play: Run) -> None:
    """`play --format plain` answers plainly, and one line may ask for another format."""
    ended = play("troops 14", "troops 14 --json", words=("--format", "plain"))
    assert ended.out.startswith("You get 4 troops.")
    assert json.loads(ended.out.splitlines()[-1])["command"] == "troops"
    assert play(words=("--format", "nothing")).code == 2


# --- the table, and whose turn it is ---


def test_the_table_comes_after_each_change(evening: Path, play: Run) -> None:
    """After a change the game is shown, with a mark at whose turn it is; after a question it is not."""
    assert "faction" not in play("cards 3 1").out
    assert "faction" not in play("star dee --dry-run").out
    shown = play("star dee").out
    assert len(re.findall("(?m)^ +player +territories", shown)) == 1
    assert re.search("(?m)^  >  Ana ", shown)
    shown = play("next").out
    assert re.search("(?m)^  >  Ben ", shown)
    assert not re.search("(?m)^  >  Ana ", shown)


def test_between_games_there_is_no_table(machine: Path, play: Run) -> None:
    """A change between games shows no table; the one that begins a game does."""
    shutil.copy(EXAMPLE, machine / "world.toml")
    assert "faction" not in play("coin ural --game 4").out
    assert "faction" in play("begin ana=khan ben=bear cy=balkania dee=mechaniker").out


def test_undo_at_the_prompt(evening: Path, play: Run) -> None:
    """`undo` and `redo` take the last line back and again, and the table follows."""
    before = evening.read_bytes()
    shown = play("star dee", "undo").out
    assert evening.read_bytes() == before
    dee = re.findall(r"(?m)^ +Dee .* (\d) +0$", shown)
    assert len(dee) == 2
    assert int(dee[0]) == int(dee[1]) + 1
    assert "Redone" in play("redo").out
    assert evening.read_bytes() != before


def test_sign_wants_yes_in_a_pipe(evening: Path, play: Run) -> None:
    """Where nobody can be asked, `sign` takes --yes, and the prompt goes on between games."""
    stars = ("star ana 3", "sign ana")
    ended = play(*stars)
    assert "--yes" in ended.err
    assert "[game]" in evening.read_text(encoding="utf-8")
    ended = play("sign ana --yes", "status")
    assert ended.err == ""
    assert "5 games played." in ended.out


def test_the_history_has_the_command_as_it_was_typed(evening: Path, play: Run) -> None:
    """The log tells the line, without the name of the program and without formats."""
    play("legacytrack star dee --json", "star  'dee'   --format plain")
    told = evening.with_suffix(".history.jsonl").read_text(encoding="utf-8").splitlines()
    assert [json.loads(line)["command"] for line in told[-2:]] == ["star dee"] * 2


# --- the world that the prompt is on ---


def keep(*names: str) -> None:
    """Put copies of the example in the data folder."""
    for name in names:
        path = places.campaign_file(name)
        path.parent.mkdir(parents=True)
        text = EXAMPLE.read_text(encoding="utf-8")
        path.write_text(text.replace("Example world", name.title()), encoding="utf-8")
    places.make_current(names[0])


def coins(name: str) -> bool:
    """Tell whether a coin was put on Ural there."""
    return "[cards.ural]" in places.campaign_file(name).read_text(encoding="utf-8")


def test_use_takes_the_prompt_along(machine: Path, play: Run) -> None:
    """`use OTHER` goes on with the other world, and says so; `use` alone only lists."""
    keep("monday", "friday")
    ended = play("use", "use friday", "coin ural --game 4", "status")
    assert "The prompt goes on with Friday." in ended.err
    assert "Friday\n" in ended.out
    assert (coins("monday"), coins("friday")) == (False, True)
    assert places.current() == "friday"


def test_new_takes_the_prompt_along(evening: Path, play: Run) -> None:
    """`new` goes on with the new world, wherever it was made; the old one is left as it was."""
    before = evening.read_bytes()
    ended = play('new "Sunday" --players "Ana, Flo"', "player add Gus", "show flo")
    assert "The prompt goes on with Sunday." in ended.err
    assert evening.read_bytes() == before
    assert '"Gus"' in places.campaign_file("sunday").read_text(encoding="utf-8")
    ended = play(
        'new "Other" --world other.toml', "player add Gus", words=("--world", str(evening))
    )
    assert "The prompt goes on with Other." in ended.err
    assert '"Gus"' in (evening.parent / "other.toml").read_text(encoding="utf-8")
    assert evening.read_bytes() == before


def test_a_switch_that_fails_leaves_the_prompt_where_it_is(machine: Path, play: Run) -> None:
    """A world that does not exist, or is broken, is told, and the prompt stays with its own."""
    keep("monday", "friday")
    places.campaign_file("friday").write_text("broken", encoding="utf-8")
    ended = play("use nowhere", "use friday", "coin ural --game 4")
    assert "The prompt stays with Monday." in ended.err
    assert coins("monday")


def test_a_switch_elsewhere_does_not_move_the_prompt(
    machine: Path, process: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`use` in another shell, or a world.toml that appears here, leaves an open prompt alone."""
    keep("monday", "friday")
    with Typing() as prompt:
        prompt.ask("status")
        assert process("use", "friday").code == 0
        shutil.copy(EXAMPLE, machine / "world.toml")
        prompt.ask("coin ural --game 4")
        assert "monday" in prompt.ask("where").out
    assert (coins("monday"), coins("friday")) == (True, False)
    assert "[cards.ural]" not in (machine / "world.toml").read_text(encoding="utf-8")


def test_one_line_may_ask_another_world(machine: Path, play: Run) -> None:
    """--world in a line counts for that line."""
    keep("monday", "friday")
    other = str(places.campaign_file("friday"))
    ended = play(f"status --world {other}", f"coin ural --game 4 --world {other}", "status")
    names = [line for line in ended.out.splitlines() if line in ("Monday", "Friday")]
    assert names == ["Friday", "Monday"]
    assert (coins("monday"), coins("friday")) == (False, True)


def test_a_prompt_in_the_prompt(evening: Path, play: Run) -> None:
    """`play` at the prompt only says that this is it, however it is written."""
    ended = play("play", "--json play", "play --format plain", "troops 14")
    assert ended.err == "This is the prompt already; quit leaves it.\n" * 3
    assert ended.out.startswith("You get 4 troops.")


def test_the_prompt_needs_a_world(machine: Path, play: Run) -> None:
    """Without a world, or with one that is broken, it ends at once as every command does."""
    ended = play("troops 14")
    assert (ended.code, ended.out) == (4, "")
    assert "legacytrack new" in ended.err
    (machine / "world.toml").write_text("broken", encoding="utf-8")
    assert play("troops 14").code == 4


# --- others at work on the same world ---


class Typing:
    """A prompt at the other end of two pipes, asked line by line in JSON."""

    def __init__(self) -> None:
        self.running = subprocess.Popen(
            [*PLAY, "--json"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            encoding="utf-8",
            bufsize=1,
        )

    def __enter__(self) -> Typing:
        return self

    def __exit__(self, *error: object) -> None:
        out, _ = self.running.communicate(timeout=60)
        assert self.running.returncode == 0
        assert out == ""

    def write(self, line: str) -> None:
        """Type a line."""
        assert self.running.stdin
        self.running.stdin.write(f"{line}\n")
        self.running.stdin.flush()

    def ask(self, line: str) -> Told:
        """Type a line, and read what is said to it until its envelope comes."""
        self.write(line)
        assert self.running.stdout
        talk = []
        while True:
            out = self.running.stdout.readline()
            assert out, talk
            if out.startswith("{"):
                return Told(out, "".join(talk), json.loads(out))
            talk.append(out)


class Told:
    """The answer to one line: its envelope, and what was said beside it."""

    def __init__(self, out: str, err: str, envelope: dict[str, Any]) -> None:
        self.out, self.err = out, err
        self.data = envelope["data"]
        self.errors = [error["code"] for error in envelope["errors"]]

    @property
    def stars(self) -> dict[str, int]:
        """The stars by player, out of a status."""
        return {each["player"]: each["red_stars"] for each in self.data["game"]["players"]}


def test_two_prompts_at_once(evening: Path, run: Run) -> None:
    """Two prompts and a shell write to one world in turns: each sees the others, none is lost."""
    before = evening.read_bytes()
    with Typing() as one, Typing() as two:
        assert one.ask("star dee").errors == []
        assert two.ask("status").stars["dee"] == 2
        assert two.ask("star cy").errors == []
        assert one.ask("status").stars["cy"] == 2
        assert run("next").code == 0
        assert one.ask("status").data["game"]["turn"] == "ben"
        assert two.ask("undo").errors == []  # the last change, whoever made it
        assert one.ask("status").data["game"]["turn"] == "ana"
        assert one.ask("undo").errors == two.ask("undo").errors == []
    assert evening.read_bytes() == before
    assert run("check").code == 0


def test_two_prompts_at_the_same_moment(evening: Path, run: Run) -> None:
    """Two prompts that write at the same time lose nothing."""
    with Typing() as one, Typing() as two:
        for at in range(20):
            one.write(f"player add One{at}")
            two.write(f"player add Two{at}")
        for prompt in (one, two):
            assert prompt.running.stdout
            for _ in range(20):
                assert json.loads(prompt.running.stdout.readline())["errors"] == []
    text = evening.read_text(encoding="utf-8")
    assert all(f'"{who}{at}"' in text for who in ("One", "Two") for at in range(20))
    assert run("check").code == 0
    history = evening.with_suffix(".history.jsonl").read_text(encoding="utf-8").splitlines()
    assert [json.loads(line)["n"] for line in history] == list(range(1, len(history) + 1))


def test_a_change_of_another_is_shown(evening: Path, run: Run) -> None:
    """A table follows the next line after somebody else changed the game."""
    running = subprocess.Popen(
        PLAY, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
    )
    assert running.stdin
    assert running.stdout
    running.stdin.write("starts\n")
    while "Australia" not in running.stdout.readline():
        pass
    assert run("next").code == 0
    out, _ = running.communicate("troops 14\n", timeout=30)
    assert re.search("(?m)^  >  Ben ", out)
    running.wait()


def test_a_hand_edit_while_the_prompt_is_open(evening: Path) -> None:
    """What is edited by hand counts at the next line; the next record tells of it, once."""
    with Typing() as prompt:
        assert prompt.ask("status").data["name"] == "Example world"
        text = evening.read_text(encoding="utf-8")
        evening.write_text(text.replace("Example world", "Edited world"), encoding="utf-8")
        assert prompt.ask("status").data["name"] == "Edited world"
        assert "Edited by hand" in prompt.ask("star dee").err
        assert prompt.ask("star cy").err == ""
        assert prompt.ask("log").err == ""
        evening.write_bytes(evening.read_bytes() + b"\n[cards.ural]\ncoins = 9\n")
        assert "cards.ural" in prompt.ask("star cy").err  # what no rule allows stands in no way
        assert prompt.ask("star ben").err == ""
        assert prompt.ask("undo --to 4").errors == []
        assert prompt.ask("status").stars["dee"] == 1
    assert "Edited world" in evening.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "broken",
    [None, b"broken", b"\xff", b'format = 1\nbox = "another box"\n', b"format = 999\n"],
    ids=["gone", "no TOML", "no text", "another box", "later format"],
)
def test_a_world_that_breaks_and_is_mended(evening: Path, broken: bytes | None) -> None:
    """A file that vanished or was broken is refused as often as asked, and fine when it is back."""
    whole = evening.read_bytes()
    with Typing() as prompt:
        for line in ("status", "star dee", "troops ana", "undo", "next", "check"):
            assert prompt.ask("troops 14").errors == []
            if broken is None:
                evening.unlink()
            else:
                evening.write_bytes(broken)
            for _ in range(2):
                told = prompt.ask(line)
                if line == "troops ana":
                    assert told.errors or "printed box" in told.err
                else:
                    assert told.errors, line
            assert prompt.ask("troops 14").errors == []
            assert (evening.read_bytes() if evening.exists() else None) == broken
            evening.write_bytes(whole)
            assert prompt.ask("status").stars["dee"] == 1
            assert prompt.ask("star dee").errors == []
            assert prompt.ask("status").stars["dee"] == 2
            assert prompt.ask("undo").errors == []
            assert evening.read_bytes() == whole


def test_a_note_about_a_part_that_makes_no_sense(evening: Path, play: Run) -> None:
    """What is passed over in the file is said once an evening, and stays in it."""
    with evening.open("a", encoding="utf-8") as file:
        file.write("\n[players.zed]\nname = 17\n")
    ended = play("star dee", "status", "star dee")
    assert ended.code == 0
    assert STAR in ended.out
    assert ended.err.count("It is passed over") == 1
    assert "name = 17" in evening.read_text(encoding="utf-8")


def test_a_lock_that_stays(evening: Path) -> None:
    """A world that another program holds is refused after a while, and the prompt goes on."""
    filelock = pytest.importorskip("filelock")
    short = (
        "from legacytrack.campaign import door\ndoor._PATIENCE = ((0.2, 0.05),)\n"
        "from legacytrack.cli import main\nmain()"
    )
    with filelock.FileLock(evening.with_suffix(".lock")):
        done = subprocess.run(
            [sys.executable, "-c", short, "play"],
            input="star dee\ntroops 14\n",
            capture_output=True,
            text=True,
            check=False,
        )
    assert (done.returncode, done.stdout.splitlines()[0]) == (0, "You get 4 troops.")
    assert "Others have been writing" in done.stderr


# --- a long evening ---


def test_memory_does_not_grow(evening: Path) -> None:
    """Two thousand questions take no more memory than a few hundred did."""
    status = Path("/proc/self/status")
    if not status.exists():
        pytest.skip("needs /proc")
    with Typing() as prompt:

        def memory() -> int:
            text = Path(f"/proc/{prompt.running.pid}/status").read_text(encoding="ascii")
            return int(re.findall(r"VmRSS:\s+(\d+) kB", text)[0])

        lines = ("troops ana europe", "reach peru", "show cards", "nonsense", "cards 3 2 1")
        for at in range(400):
            prompt.ask(lines[at % 5])
        early = memory()
        for at in range(2000):
            prompt.ask(lines[at % 5])
        assert memory() - early < 4000

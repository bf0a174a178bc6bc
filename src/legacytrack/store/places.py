"""Where the files are: which world is meant, and where the campaigns of a person are kept."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path
from typing import NamedTuple

from legacytrack.errors import FileError, Finding, UsageError
from legacytrack.store.world_file import cannot_read, cannot_write, replace

VARIABLE = "LEGACYTRACK_WORLD"
FILE_NAME = "world.toml"
SCHEMA_NAME = "world.schema.json"


class Places(NamedTuple):
    """The files of one campaign, and which rule chose them.

    Args:
        world: the world file.
        chosen_by: the rule, in words.
    """

    world: Path
    chosen_by: str

    @property
    def file(self) -> Path:
        """The world file itself, where `world` is a link: all who come to it share what is beside it."""
        return Path(os.path.realpath(self.world)) if self.world.is_symlink() else self.world

    @property
    def folder(self) -> Path:
        """The folder of the world file."""
        return self.file.parent

    @property
    def history(self) -> Path:
        """The history, beside the world file."""
        return self.file.with_suffix(".history.jsonl")

    @property
    def schema(self) -> Path:
        """The JSON Schema for editors; worlds in one folder share it."""
        return self.file.with_name(SCHEMA_NAME)

    @property
    def lock(self) -> Path:
        """The file that keeps two programs from writing at once."""
        return self.file.with_suffix(".lock")


def data_folder() -> Path:
    """The folder of this user in which campaigns are kept."""
    from platformdirs import user_data_path

    return user_data_path("legacytrack", appauthor=False)


def copies_folder() -> Path:
    """The folder of this user in which safety copies are kept, apart from the campaigns."""
    from platformdirs import user_state_path

    return user_state_path("legacytrack", appauthor=False) / "copies"


def campaigns() -> dict[str, Path]:
    """The world files of the campaigns that are kept in the data folder, by their short names."""
    folder = data_folder() / "campaigns"
    if not folder.is_dir():
        return {}
    return {path.parent.name: path for path in sorted(folder.glob(f"*/{FILE_NAME}"))}


def campaign_file(id: str) -> Path:
    """The world file that a campaign with a short name has, or would have, in the data folder."""
    return data_folder() / "campaigns" / id / FILE_NAME


def kept_as(id: str) -> Places:
    """The files of the campaign with a short name in the data folder."""
    return Places(campaign_file(id), f'the current campaign, "{id}"')


def current() -> str | None:
    """Short name of the campaign that commands use when nothing else is said."""
    try:
        return (data_folder() / "current").read_text(encoding="utf-8").strip() or None
    except (OSError, UnicodeDecodeError):
        return None


def make_current(id: str) -> None:
    """Let commands use a campaign when nothing else is said.

    Args:
        id: its short name.
    """
    folder = data_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise cannot_write(folder, error) from error
    replace(folder / "current", f"{id}\n".encode())


def choose(option: str | None) -> Places:
    """Find the world that is meant: option, variable, this folder, or the current campaign.

    Args:
        option: what `--world` said, None without it.

    Raises:
        FileError: nothing says which world, or the current campaign is gone.
    """
    if option is not None:
        return Places(_file(option, "--world"), "--world")
    variable = os.environ.get(VARIABLE)
    if variable:
        return Places(_file(variable, VARIABLE), f"the environment variable {VARIABLE}")
    with contextlib.suppress(OSError):  # this folder may be gone, or closed to this user
        here = Path.cwd() / FILE_NAME
        # A history alone tells of a world that was here: check --repair brings it back.
        if here.is_file() or here.with_suffix(".history.jsonl").is_file():
            return Places(here, f"{FILE_NAME} in this folder")
    id = current()
    if id:
        return kept_as(id)
    raise FileError(
        Finding(
            "no-world",
            "",
            "There is no world yet: no --world, no "
            f"{VARIABLE}, no {FILE_NAME} in this folder, no current campaign.",
            'make one: legacytrack new "Thursday world" --players "Ana, Ben, Cy"',
        )
    )


def _file(text: str, where: str) -> Path:
    if not text or "\0" in text:
        raise UsageError(Finding("usage", where, f"{where} names no file.", "name a .toml file"))
    try:
        path = Path(text).expanduser()
        if path.is_dir():
            path /= FILE_NAME
        return path.absolute()
    except RuntimeError as error:
        what = f"{where} names no file: there is no home folder for {text.partition('/')[0]}."
        raise UsageError(Finding("usage", where, what, "name a .toml file")) from error
    except OSError as error:
        raise cannot_read(Path(text), error) from error


def conflict_copies(world: Path) -> list[Path]:
    """Find copies that a synchronised folder made of a world file when two machines changed it."""
    signs = ("conflict", "sync-conflict", "conflicted copy")
    try:
        beside = sorted(world.parent.iterdir())
    except OSError:
        return []
    return [
        path
        for path in beside
        if path.name.startswith(world.stem)
        and not path.name[len(world.stem) :][:1].isalnum()
        and path != world
        and any(sign in path.name.lower() for sign in signs)
    ]

"""Words typed at a prompt, connected to functions."""

from __future__ import annotations


def main() -> None:
    """Be the console script."""
    import gc

    # A command ends before garbage could matter, and collecting it takes a tenth of a lookup.
    gc.disable()
    from legacytrack.cli.app import main as start

    start()

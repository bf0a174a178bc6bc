"""Lets `python -m legacytrack` do what the console script does."""

from legacytrack.cli import main

main()

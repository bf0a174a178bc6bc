"""A scorekeeper's companion for the box of Risk Legacy."""

__version__ = "0.1.0"

"""Answers as pages: what is said, apart from how it is printed."""

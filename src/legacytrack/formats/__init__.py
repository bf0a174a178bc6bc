"""A page as text: for a terminal, for a pipe, for programs."""

"""The only code that touches files."""

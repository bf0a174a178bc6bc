"""What the rulebook says, as plain functions. They touch nothing and raise nothing for bad play."""

"""What things are: the box, the world, a change, a name. No files, no rules."""

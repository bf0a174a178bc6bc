"""The one door to the disk: open a campaign, record, undo, redo, check."""

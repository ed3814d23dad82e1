"""The tests; the tree mirrors that of the code."""

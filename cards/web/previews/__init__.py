"""Previews on pages: the report, its tables and drawings, and the lines of lists."""

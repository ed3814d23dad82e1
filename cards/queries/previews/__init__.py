"""Previews as they are listed, and whose chunk is next."""

"""Views by noun."""

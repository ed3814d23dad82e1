"""Reads: keyword-only functions that return querysets or frozen rows, and refuse what the account may not know."""

"""Previews as work: start, claim of chunks, play, merge, recovery of what workers lost."""

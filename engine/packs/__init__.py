"""Packs as files: strict reading, canonical bytes, releases and archives."""

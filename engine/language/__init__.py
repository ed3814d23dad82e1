"""The effect language: one registry, and all that is derived from it."""

"""Compiles what runs in a match by mypyc: an extra that `make accelerate` builds. Nothing of the engine imports it."""

"""The commands of `python -m engine`, one module each. stdout carries the answer alone; progress and notes go to stderr."""

from engine.commands.entry import main

__all__ = ["main"]

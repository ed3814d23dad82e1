"""Holds the written text of a card against its effects: numbers, effects, events and spans of time that differ."""

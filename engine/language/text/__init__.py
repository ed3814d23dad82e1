"""Rules text: what a card does, written from its effects in every language."""

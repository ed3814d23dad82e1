"""State, mutations, events, frames, decisions and chance: what every game is made of, and nothing of any one game."""

"""How work grows: every pattern and every function that takes a text or a list of cards, measured in processor time."""

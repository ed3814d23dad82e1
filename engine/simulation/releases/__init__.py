"""What a release does to its game: every deck against every other, with the cards before it and with those after it.

- `plan`: the decks, the cards of both sides, and how long it takes. `run`: playing a chunk. `report`: from chunks to the result.
"""

"""What each part of a card is worth: the card plays against itself without the part, and every part has an interval; all hold together.

- `plan`: the parts, the variants that lack them, and how long it takes. `run`: playing a chunk. `report`: from chunks to the result.
"""

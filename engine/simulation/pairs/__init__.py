"""Whether cards do more together than each alone: pairs that the graph of triggers suspects, played together and apart on the same seeds.

- `plan`: which pairs, where they are in a deck, and how long it takes. `run`: playing a chunk. `report`: from chunks to the result.
"""

"""For whom a preview holds: the same card by bots of different skill, the differences between them, and how much stronger each is.

- `plan`: the bots, what each is poor at, and how long it takes. `run`: playing a chunk. `report`: from chunks to the result.
"""

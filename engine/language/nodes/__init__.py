"""The nodes that several rulesets share.

- `core`: comparisons, logic and control. `branching`: loops over things, choices, stops. `arithmetic`: sums.
- `static_modifiers`: numbers that a card changes by being there. `chooser_fields`: the fields of a chooser.
"""

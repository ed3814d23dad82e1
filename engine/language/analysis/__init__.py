"""Checks that run nothing: whether a card is right, what it would do, and what several cards would do together.

- `check`: every layer for one card, in order. `structure`: shapes. `semantics`: meaning, with `scope` (names), `typing`
  (types), `folding` (conditions that are known) and `loop_bounds` (how often a loop runs).
- `card_summary` and `trigger_summaries`: what other cards must know of a card.
- `trigger_graph`, `trigger_cycles`, `card_cycles`: triggers that set one another off.
- `cross_card_checks`: problems that only several cards have.
"""

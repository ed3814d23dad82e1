"""From documents in core form to the code blocks, tests and values that the kernel runs.

- `compile`: expressions, effects and blocks. `control`: branches, loops and triggers. `choosing`: choosers.
- `abilities`: the blocks of an ability that answers an event, by stage.
"""

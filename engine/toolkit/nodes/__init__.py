"""The nodes that games repeat: constructors that return a whole declaration, given what is a game's own, its fields and its function.

- `rows`: an effect, a condition, a number, a chooser or a modifier of an event, each declared by one row; `events`: what triggers wait for.
- `fields`: whom, how much, how many, which card, whose side; `phrases`: a sentence for each word of a field.
- `damage`, `values`: whole nodes, with their sentences in both languages, what they emit and what they bind.
- `types`, `bounds`, `payload`: what the functions of nodes are called with, how much one effect does at most, and what the event says.
"""

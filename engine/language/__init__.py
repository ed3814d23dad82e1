"""The language of cards: what a ruleset declares, and what happens to a document that is written in it.

A document passes through the packages in this order; each may import those before it, never those after it
(the import contract "Layers of the language" in pyproject.toml).

- `spec`: what a ruleset declares. Shapes, fields, nodes, events, records, and the vocabulary that holds them all.
- `diagnostics`: problems and how they are worded: codes, messages, nearest names, how many are listed.
- `reading`: from what the author wrote to the current core form: source maps, migration, old syntax, surface syntax.
- `analysis`: checks that run nothing: structure, types, scopes, bounds of loops, cycles of triggers, checks across cards.
- `compiling`: from the core form to the code blocks that the kernel runs.
- `nodes`: the nodes that several rulesets share, each with its declaration and its code.
- `schema`: the JSON Schema of a vocabulary's documents.
- `text`: rules text in English and Chinese, and whether a card's own wording agrees with its effects.
"""

"""From what an author wrote to a document of the current version in core form.

- `source_map`: JSON pointers, and values that remember where they were written; `markup`: the tags of card text.
- `versions` and `migrate`: from an old major version to the newest.
- `normalise` with `renaming` and `rewrite_warnings`: old names and short forms, each rewritten with a warning and a fix.
- `surface`: from the surface of a ruleset's documents to the core form, and back.
"""

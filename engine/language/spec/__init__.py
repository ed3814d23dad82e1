"""What a ruleset declares. It imports nothing else of the language.

- `shapes`: what may be written in a field; `bounds`: limits that schema and checker share.
- `fields`, `nodes`, `records`, `events`: one spec per key, node, object and event, each split into syntax, analysis,
  runtime and wording.
- `phrases`: what a spec may add to its sentence, so that rules text reads well.
- `syntax`: how the nodes of a family are written; `interpolation`: references and templates inside strings.
- `vocabulary`: all of these for one ruleset, looked up by name; `kinds`: questions about kinds, events and timings.
"""

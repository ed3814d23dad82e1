"""What a document means and what is wrong with it: structure, types, scopes, cycles of triggers."""

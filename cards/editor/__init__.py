"""The card editor's words, for its TypeScript."""

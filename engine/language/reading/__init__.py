"""From what an author wrote to the form that the schema knows: migrations, aliases, references and templates."""

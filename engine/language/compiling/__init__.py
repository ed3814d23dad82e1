"""From a checked document to code that a match runs."""

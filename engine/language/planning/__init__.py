"""What a rules text contains, before any language: parts of a card, order of effects, places of sentences."""

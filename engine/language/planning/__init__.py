"""What a rules text contains, before any language: the parts of a card, the order of its effects, the places of sentences."""

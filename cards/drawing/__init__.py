"""Pictures of cards: what a face shows in one language, its layout, SVG and PNG."""

"""One deterministic, immutable, event-driven card-game kernel, its effect language and its games."""

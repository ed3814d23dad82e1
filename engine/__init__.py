"""One deterministic, immutable, event-driven card-game kernel, its effect language and its games."""

VERSION = "1.0.0"

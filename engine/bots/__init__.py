"""Players that see a view, never the state: random, greedy, look-ahead."""

"""Every schema that ever landed, with rows in it, brought to the newest: the suite walks through them, `make upgrades` kills each step, too."""

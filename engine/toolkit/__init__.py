"""The parts from which games are put together: what more than one of them repeats, without knowledge of any.

`engine.ruleset` holds the values that a game declares; here are the functions and constructors that make them. What a match runs and
what only presents it are separate modules, since the former is part of the code that decides matches.
"""

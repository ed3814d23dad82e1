"""Tuning: which numbers of a card bring its win rate to a target.

A search is a sequence of plans. Rounds compare many candidates on common seeds and keep the nearest third; they rank and decide nothing, because
the best of many looks better than it is. The last plan confirms what is left on fresh seeds, with intervals that hold together.
"""

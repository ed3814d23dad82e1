"""The only door to the engine, a module for each thing that it does: rows <-> engine values.

Its functions take and return plain values, never rows; an error of the engine becomes a refusal here.
"""

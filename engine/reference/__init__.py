"""The reference pages of every ruleset, in English and Chinese, written from the registry and from nothing else."""

"""Commands that measure the targets of docs/operations/targets.md: `make targets ONLY=T2,T8`."""

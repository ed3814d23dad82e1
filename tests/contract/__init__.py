"""What consumers' tools make of the description of the API: linters and generators of clients, run by `make contract`."""

"""A real PostgreSQL and a real Valkey from wheels, run by us: their own Python layers are not imported."""

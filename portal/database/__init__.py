"""Django's PostgreSQL backend, which tells the budget of a request when it commits."""

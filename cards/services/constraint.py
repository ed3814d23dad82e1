"""Which constraint a write broke, so that a race becomes the same refusal as a check."""

import psycopg
from django.db import IntegrityError


def breaks(error: IntegrityError, *constraints: str) -> bool:
    """Return whether the database refused because of one of these unique constraints."""
    cause = error.__cause__
    return isinstance(cause, psycopg.errors.UniqueViolation) and cause.diag.constraint_name in constraints

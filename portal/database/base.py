"""The backend itself; Django looks for this module and this name."""

from django.db.backends.postgresql import base

from cards import budget


class DatabaseWrapper(base.DatabaseWrapper):
    """A connection whose COMMIT is the end of what a request's budget may undo."""

    def _commit(self) -> None:
        current = budget.current()
        if current is not None:
            current.commit()
        super()._commit()  # type: ignore[misc]  # unknown to the stubs

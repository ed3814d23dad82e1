"""The parts of an address: a pack's slug, a card's id, a version number. `reverse` takes the rows themselves."""

from typing import Any


class PackSlug:
    """A pack's slug, as the database checks it."""

    regex = "[a-z0-9][a-z0-9-]{1,62}"
    column = "slug"

    def to_python(self, value: str) -> str:
        """Return the slug unchanged."""
        return value

    def to_url(self, value: Any) -> str:
        """Return the part of the address for a row, or for a text the text."""
        return str(getattr(value, self.column, value))


class CardId(PackSlug):
    """A card's id as written in its document."""

    regex = "[A-Za-z0-9][A-Za-z0-9._-]{0,127}"
    column = "written_id"


class Release(PackSlug):
    """The number of a release, or the names that stand for one."""

    regex = "[0-9][0-9A-Za-z.-]{4,63}"
    column = "version"

"""Shapes that several rows share: digests, names of packs and cards, and checks on them."""

from typing import Any

from django.db import models
from django.db.backends.base.base import BaseDatabaseWrapper

from cards.errors import InvalidFields
from cards.single_line import line_fault

SHA256_LENGTH = 64  # hexadecimal digits
SHA256_PATTERN = r"^[0-9a-f]{64}$"
PACK_SLUG_PATTERN = r"^[a-z0-9][a-z0-9-]{1,62}$"
CARD_ID_PATTERN = r"^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$"
RULESET_PATTERN = r"^[a-z][a-z0-9_]{0,31}$"
LANGUAGES = ("en", "zh")  # languages of data and paths
DJANGO_LANGUAGES = {"en": "en", "zh": "zh-hans"}  # what Django calls them
BLOB_LIMIT = 64 * 1024 * 1024  # bytes of one blob: the largest file that a pack may carry
TEXT_LIMIT = 1024 * 1024  # bytes of a card's text in UTF-8
SEARCH_LIMIT = 20_000  # characters of a card that a search reads


class LineField(models.CharField):
    """A column for a typed text of one line: what the rule refuses is refused before it is written, even where the caller forgot to check.

    Errors: InvalidFields.
    """

    def get_db_prep_save(self, value: Any, connection: BaseDatabaseWrapper) -> Any:
        """Return the value for the database, or refuse it."""
        if isinstance(value, str) and (fault := line_fault(value)):
            raise InvalidFields(errors=[{"pointer": f"/{self.name}", "detail": fault}])
        return super().get_db_prep_save(value, connection)

    def deconstruct(self) -> tuple[str, str, Any, Any]:
        """Return the column as migrations know it: a CharField."""
        name, _, args, kwargs = super().deconstruct()
        return name, "django.db.models.CharField", args, kwargs


def both_languages() -> dict[str, str]:
    """Return an empty text in each language, the default of names and descriptions."""
    return dict.fromkeys(LANGUAGES, "")


def digest_check(field: str, name: str, *, null: bool = False) -> models.CheckConstraint:
    """Return a check that the column holds a SHA-256 in hexadecimal (or is empty, where that is allowed)."""
    shape = models.Q(**{f"{field}__regex": SHA256_PATTERN})
    return models.CheckConstraint(
        name=name, condition=(models.Q(**{f"{field}__isnull": True}) | shape) if null else shape
    )


def choice_check(field: str, values: list[str], name: str) -> models.CheckConstraint:
    """Return a check that the column holds one of these words."""
    return models.CheckConstraint(name=name, condition=models.Q(**{f"{field}__in": values}))

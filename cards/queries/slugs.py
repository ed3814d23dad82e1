"""Slugs of packs: which one fits a name, and whether it is free."""

import re
import unicodedata
from itertools import chain, count

from cards.gateway.searching import spelled
from cards.models import Pack
from cards.models.fields import PACK_SLUG_PATTERN

FALLBACK = "pack"  # for a name without a Latin letter, a digit or a Chinese character
MAX_LENGTH = 56  # characters taken from a name, so that a number fits behind
RESERVED_SLUGS = frozenset({"new", "new-pack"})


def slug_of(name: str) -> str:
    """Return the slug that a name gives, free or not: its Latin letters and digits in lower case, Chinese characters in pinyin."""
    slug = latin_words(name, "-", MAX_LENGTH)
    return slug if len(slug) > 1 and slug not in RESERVED_SLUGS else FALLBACK


def latin_words(name: str, between: str, limit: int) -> str:
    """Return the Latin letters and digits of a name in lower case, its words joined; empty where it has none.

    A Chinese character is a word: its most frequent sound.
    """
    plain = unicodedata.normalize("NFKD", spelled(name)).encode("ascii", "ignore").decode().lower().replace("'", "")
    return re.sub(r"[^a-z0-9]+", between, plain).strip(between)[:limit].strip(between)


def slug_free(base: str) -> str:
    """Return the slug itself, or the first of its numbered forms that no pack has."""
    taken = set(Pack.objects.filter(slug__startswith=base).values_list("slug", flat=True))
    return next(slug for slug in chain([base], (f"{base}-{n}" for n in count(2))) if slug not in taken)


def slug_is_taken(slug: str) -> bool:
    """Return whether a pack has this slug."""
    return bool(re.fullmatch(PACK_SLUG_PATTERN, slug)) and Pack.objects.filter(slug=slug).exists()

"""The JSON Schemas as they are served, written once for each kind of each version of a game."""

import hashlib
import json
from functools import lru_cache

from cards.gateway import rulesets

CACHE_SIZE = 32


def schema_text(ruleset: str, kind: str) -> str:
    """Return the text of a schema. Errors: KeyError or ValueError where a ruleset has none of that kind."""
    return _schema(ruleset, kind, rulesets.schema_version(ruleset))[0]


def schema_mark(ruleset: str, kind: str) -> str:
    """Return a short hash of the text: its address changes with its content, so that browsers may keep it."""
    return _schema(ruleset, kind, rulesets.schema_version(ruleset))[1]


@lru_cache(maxsize=CACHE_SIZE)
def _schema(ruleset: str, kind: str, version: str) -> tuple[str, str]:
    """Return the text of a schema and its hash; the version tells one game of a name from another."""
    text = json.dumps(rulesets.schema(ruleset, kind), ensure_ascii=False, separators=(",", ":"))
    return text, hashlib.sha256(text.encode()).hexdigest()[:12]

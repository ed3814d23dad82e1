"""The JSON Schemas as they are served, written once for each kind."""

import hashlib
import json
from functools import lru_cache

from cards.gateway import rulesets

CACHE_SIZE = 32


@lru_cache(maxsize=CACHE_SIZE)
def schema_text(ruleset: str, kind: str) -> str:
    """Return the text of a schema. Errors: KeyError or ValueError where a ruleset has none of that kind."""
    return json.dumps(rulesets.schema(ruleset, kind), ensure_ascii=False, separators=(",", ":"))


@lru_cache(maxsize=CACHE_SIZE)
def schema_mark(ruleset: str, kind: str) -> str:
    """Return a short hash of the text: its address changes with its content, so that browsers may keep it."""
    return hashlib.sha256(schema_text(ruleset, kind).encode()).hexdigest()[:12]

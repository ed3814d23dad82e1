"""What a newer schema refuses that an older one took: the changes that need a new major version (docs/adr/0024).

It errs on the side of refusal: a change that it does not understand counts as one. `python -m tests.engine.narrowing` writes the
schemas of all games beside their cards, unless that would narrow one.
"""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from engine import api
from engine.language.reading.versions import major
from engine.packs.layout import pretty
from engine.ruleset import Ruleset
from engine.rulesets import find, names, search, search_path

Schema = dict[str, Any]
SAYS_NOTHING = {"$schema", "$id", "$defs", "title", "description", "x-i18n", "x-ui", "discriminator"}
LOW, HIGH = ("minimum", "minLength", "minItems"), ("maximum", "maxLength", "maxItems")
"""Keywords that may fall, and keywords that may rise."""

WALKS = {
    "type", "const", "enum", "pattern", "required", "properties", "additionalProperties", "items", "allOf", "if", "then",
    "else", "$ref", "propertyNames", "prefixItems",
}  # fmt: skip


def schema_folder(ruleset: Ruleset) -> Path:
    """Return where the card schema of a game's newest major version lies; each older one is `card-<major>.json` beside it."""
    return next(path for path, kind in _files(ruleset).items() if kind == "card")


def published(ruleset: Ruleset) -> dict[Path, str]:
    """Return the newest schemas that lie beside a game's cards, as text (003§1)."""
    return {path: pretty(api.schema(ruleset, kind)) for path, kind in _files(ruleset).items()}


def _files(ruleset: Ruleset) -> dict[Path, str]:
    return {ruleset.folder / "schema" / file: kind for file, kind in ruleset.schema_files.items()}


def bare(schema: Any) -> Any:
    """Return a schema without what only describes."""
    if isinstance(schema, list):
        return [bare(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    names = {"properties", "$defs"}
    return {
        word: {name: bare(first) for name, first in held.items()} if word in names else bare(held)
        for word, held in schema.items()
        if word not in SAYS_NOTHING - {"$defs"}
    }


def narrowings(old: Schema, new: Schema) -> list[str]:
    """Return the places where the newer schema may refuse what the older took."""
    return list(_Comparison(old.get("$defs", {}), new.get("$defs", {})).schemas(old, new, ""))


class _Comparison:
    """One walk over two schemas side by side."""

    def __init__(self, old: Schema, new: Schema) -> None:
        self._old, self._new = old, new
        self._seen: set[tuple[str, str]] = set()

    def schemas(self, old: Schema, new: Schema, at: str) -> Iterator[str]:
        if "$ref" in old or "$ref" in new:
            yield from self._references(old, new, at)
            return
        yield from _types(old, new, at)
        yield from _words(old, new, at)
        yield from _bounds(old, new, at)
        yield from self._object(old, new, at)
        yield from self._parts(old, new, at)
        for word in new.keys() - SAYS_NOTHING - WALKS - {*LOW, *HIGH}:
            if old.get(word) != new[word]:
                yield f"{at}: {word} is new or other"

    def _references(self, old: Schema, new: Schema, at: str) -> Iterator[str]:
        names = str(old.get("$ref", "")).rpartition("/")[2], str(new.get("$ref", "")).rpartition("/")[2]
        if all(names) and names in self._seen:
            return
        self._seen.add(names if all(names) else ("", ""))
        before, now = _resolved(old, self._old), _resolved(new, self._new)
        yield from self.schemas(before, now, f"#{names[0]}" if all(names) else at)

    def _object(self, old: Schema, new: Schema, at: str) -> Iterator[str]:
        for name in set(new.get("required", ())) - set(old.get("required", ())):
            yield f"{at}: {name} is required"
        properties, additional_properties = new.get("properties", {}), new.get("additionalProperties", True)
        for name, held in old.get("properties", {}).items():
            if name in properties:
                yield from self.schemas(held, properties[name], f"{at}/{name}")
            elif additional_properties is not True:
                yield f"{at}: {name} is gone"
        if additional_properties is not True and old.get("additionalProperties", True) != additional_properties:
            yield f"{at}: it is closed"
        if old.get("additionalProperties", True) is True and properties.keys() - old.get("properties", {}).keys():
            yield f"{at}: an open object has new keys"

    def _parts(self, old: Schema, new: Schema, at: str) -> Iterator[str]:
        for word in ("items", "propertyNames"):
            if word in new:
                yield from self.schemas(old.get(word, {}), new[word], f"{at}/{word}")
        before, now = old.get("prefixItems"), new.get("prefixItems", [])
        room = old.get("maxItems", len(now))  # no item was ever behind the last place
        for place, held in enumerate(now[:room]):
            former = before[place] if before is not None and place < len(before) else {}
            yield from self.schemas(former, held, f"{at}/{place}")
        yield from self._conditions(old, new, at)
        if _is_beside(old, new) or _adds_words(old, new) or ("else" in new and _is_new_word(new, old)):
            yield from self.schemas(old, new["else"], at)
        elif "if" in new and old.get("if") != new["if"]:
            yield f"{at}: kinds are told apart in another way"
        for word in ("then", "else"):
            if word in new and old.get("if") == new.get("if"):
                yield from self.schemas(old.get(word, {}), new[word], at)

    def _conditions(self, old: Schema, new: Schema, at: str) -> Iterator[str]:
        branches = [_key(item) for item in old.get("allOf", ())]
        for first in new.get("allOf", ()):
            if _key(first) in branches:
                yield from self.schemas(old["allOf"][branches.index(_key(first))], first, at)
            elif (kind := first.get("if", {}).get("type")) is not None:
                if kind in _listed(old.get("type")):
                    yield from self.schemas({**old, "type": kind}, first["then"], at)
            elif not (_is_new_word(first, old) or _asks_less(first, old)):
                yield f"{at}: there is another condition"


def _resolved(schema: Schema, definitions: Schema) -> Schema:
    """Return a schema with what it refers to in place of the reference."""
    rest = {word: held for word, held in schema.items() if word != "$ref"}
    return {**rest, **definitions[schema["$ref"].rpartition("/")[2]]} if "$ref" in schema else rest


def _listed(types: Any) -> list[str]:
    return [types] if isinstance(types, str) else list(types or ())


def _key(branch: Schema) -> Any:
    return branch.get("if", branch)


def _is_beside(old: Schema, new: Schema) -> bool:
    """Return whether something may now be written beside the words of before, distinguished by a pattern that none of these meets."""
    pattern, words = new.get("if", {}).get("pattern"), old.get("enum")
    return pattern is not None and words is not None and not any(re.search(pattern, word) for word in words)


def _adds_words(old: Schema, new: Schema) -> bool:
    """Return whether some words may now be written beside all that was taken before."""
    return old.get("if") != new.get("if") and list(new.get("if", {})) == ["enum"] and "then" not in new


def _asks_less(branch: Schema, old: Schema) -> bool:
    """Return whether a branch asks only for keys that were always required."""
    asked = branch.get("then", {})
    return list(asked) == ["required"] and set(asked["required"]) <= set(old.get("required", ()))


def _is_new_word(branch: Schema, old: Schema) -> bool:
    """Return whether a branch is for a word of the discriminator that the older schema refused anyway."""
    for name, wanted in branch.get("if", {}).get("properties", {}).items():
        words = old.get("properties", {}).get(name, {}).get("enum")
        return words is not None and wanted.get("const") not in words
    return False


def _types(old: Schema, new: Schema, at: str) -> Iterator[str]:
    if "type" not in new:
        return
    before, now = set(_listed(old.get("type"))), set(_listed(new["type"]))
    if not before or not before <= now | ({"integer"} if "number" in now else set()):
        yield f"{at}: other types"


def _words(old: Schema, new: Schema, at: str) -> Iterator[str]:
    for word in ("enum", "const"):
        if word in new:
            taken = new["enum"] if word == "enum" else [new["const"]]
            before = old.get("enum", [old["const"]] if "const" in old else None)
            if before is None or any(one not in taken for one in before):
                yield f"{at}: fewer words"
    if "pattern" in new and old.get("pattern") != new["pattern"]:
        yield f"{at}: another pattern"


def _bounds(old: Schema, new: Schema, at: str) -> Iterator[str]:
    for word in LOW:
        before = old.get(word, None if word == "minimum" else 0)
        if word in new and (before is None or before < new[word]):
            yield f"{at}: {word} rose"
    for word in HIGH:
        if word in new and (word not in old or old[word] > new[word]):
            yield f"{at}: {word} fell"


def keep(ruleset: Ruleset) -> list[str]:
    """Write the newest schemas of a game, and return nothing; or return why they must not be written under their version.

    The schema of an older major version that lies there first gets the name of its number.
    """
    path, schema = schema_folder(ruleset), api.schema(ruleset, "card")
    document = json.loads(path.read_bytes()) if path.is_file() else schema
    if (before := _major(document)) != _major(schema):
        path.rename(path.with_name(f"card-{before}.json"))
    elif narrower := narrowings(bare(document), bare(schema)):
        return narrower
    path.parent.mkdir(exist_ok=True)
    for file, text in published(ruleset).items():
        file.write_text(text, encoding="utf-8")
    return []


def _major(schema: Schema) -> int:
    """Return the major version of a card schema, told by its address."""
    return major(schema["$id"].rpartition("/")[2])


if __name__ == "__main__":
    search(search_path(os.environ))
    refused = {name: found for name in names() if (found := keep(find(name)))}
    for name, found in refused.items():
        print(
            f"{name}: the schema would refuse stored cards; give it a new major version and a migration:",
            *found,
            sep="\n  ",
        )
    sys.exit(bool(refused))

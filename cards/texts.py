"""What an author may type: a card's text, and its name and rules text in other languages."""

import hashlib
import json
from collections.abc import Mapping
from typing import Any

from cards.errors import BadText, InvalidFields, TooLarge
from cards.gateway import wording
from cards.models.fields import LANGUAGES, TEXT_LIMIT
from cards.single_line import line_fault

ALIASES = {"rules": "description"}  # the public name of a rules text -> the engine's
DERIVED_KEYS = frozenset({"state"})  # sent to readers, never accepted from them
LIMITS = {"name": 80, "description": 1_000, "notes": 10_000}
"""Characters of each text: those of the schema of texts, which a release must match."""
NAME_LIMIT, INNER_LIMIT, MAX_INNER = 160, 1_000, 500
"""Characters of what a text inside a card is called, as `skills.attack.name`, and of that text; how many of them a language has."""

Texts = dict[str, dict[str, str]]
Bases = dict[str, dict[str, str]]
"""Language → text → the original that a stale translation was written against (`cards.text_states`)."""


def checked_string(text: str, *, pointer: str, limit: int) -> str:
    """Return the text, or refuse what the database cannot hold and what is longer than the limit."""
    if not isinstance(text, str):
        raise InvalidFields.of(pointer, "This must be a text.", "这里应为文本。")
    if "\0" in text or any("\ud800" <= letter <= "\udfff" for letter in text):
        raise BadText(slug="bad-string")
    if len(text) > limit:
        raise InvalidFields.of(pointer, f"At most {limit} characters.", f"最多 {limit} 个字符。")
    return text


def checked_line(line: str, *, pointer: str, limit: int) -> str:
    """Return a text of a single line without blanks around it, or refuse what is no single line (`cards.single_line`)."""
    return _as_typed(checked_string(line, pointer=pointer, limit=limit).strip(), pointer)


def checked_card_string(name: str, words: str, *, pointer: str, limit: int) -> str:
    """Return a text of a card as typed, or refuse it: names, its own and those of what is inside it, are single lines."""
    checked = checked_string(words, pointer=pointer, limit=limit)
    return _as_typed(checked, pointer) if name == "name" or name.endswith(".name") else checked


def _as_typed(line: str, pointer: str) -> str:
    if fault := line_fault(line):
        raise InvalidFields(errors=[{"pointer": pointer, "detail": fault}])
    return line


def limit_of(name: str) -> int | None:
    """Return how many characters a text may have, None for a name that no text has."""
    is_inner = len(name) <= NAME_LIMIT and wording.INNER_NAME.fullmatch(name) is not None
    return LIMITS.get(name) or (INNER_LIMIT if is_inner else None)


def checked_text(text: str) -> str:
    """Return a card's text as typed, however broken; refuse what cannot be stored and more than 1 MiB."""
    checked_string(text, pointer="/text", limit=TEXT_LIMIT + 1)
    if len(text.encode()) > TEXT_LIMIT:
        raise TooLarge()
    return text


def checked_texts(texts: Mapping[str, Any] | None) -> Texts:
    """Return the texts of other languages with their keys in order and empty ones left out.

    Shapes: `{"zh": {"name", "description", "notes", "skills.attack.name"}}`; `rules` is taken for `description`, `state` is ignored.
    """
    if texts is None:
        return {}
    if not isinstance(texts, Mapping):
        raise InvalidFields.of("/texts", "This must be an object of languages.", "这里应为按语言分组的对象。")
    result: Texts = {}
    for language in sorted(texts):
        if language not in LANGUAGES:
            raise InvalidFields.of(f"/texts/{language}", "One of en, zh.", "应为 en 或 zh。")
        if words := _checked_words(language, texts[language]):
            result[language] = words
    return result


def _checked_words(language: str, words: Any) -> dict[str, str]:
    if not isinstance(words, Mapping):
        raise InvalidFields.of(f"/texts/{language}", "This must be an object.", "这里应为对象。")
    result: dict[str, str] = {}
    for key, text in words.items():
        pointer = f"/texts/{language}/{key}"
        if key in DERIVED_KEYS:
            continue
        name = ALIASES.get(str(key), str(key))
        limit = limit_of(name)
        if limit is None:
            raise InvalidFields.of(pointer, "No such text.", "没有这种文本。")
        result[name] = checked_card_string(name, text, pointer=pointer, limit=limit)
    inner = sorted(result.keys() - LIMITS.keys())
    if len(inner) > MAX_INNER:
        raise InvalidFields.of(f"/texts/{language}", f"At most {MAX_INNER} texts.", f"最多 {MAX_INNER} 段文本。")
    return {key: result[key] for key in (*LIMITS, *inner) if result.get(key)}


def source_sha(
    text: str, texts: Mapping[str, Mapping[str, str]], bases: Mapping[str, Mapping[str, str]] | None = None
) -> str:
    """Return the hash of what was typed, text and texts together, and of what stale texts were written against."""
    others = json.dumps([texts, bases] if bases else texts, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(f"{len(text)}:{text}{others}".encode()).hexdigest()

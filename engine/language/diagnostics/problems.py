"""How problems are made, and those about the shape of a document."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

from engine.errors import Layer, Problem, Severity
from engine.language.diagnostics.expected import excerpt as shown
from engine.language.diagnostics.meaning import Meanings, by_use, closest_name
from engine.language.diagnostics.suggestions import hint, nearest
from engine.language.spec import LocalizedText

NAMES_LISTED: Final = 40
"""So many names of a closed set are listed in a sentence."""


def problem(code: str, path: str, sentence: LocalizedText, layer: Layer = "semantics", **details: Any) -> Problem:
    """Return a problem; the first letter of its code says whether it is a warning."""
    severity: Severity = "warning" if code.startswith("W-") else "error"
    return Problem(code, sentence._asdict(), path, severity, layer, **details)


Fix = tuple[Mapping[str, Any], ...]


def removal(path: str) -> Fix:
    """Return the fix that removes a value."""
    return ({"op": "remove", "path": path},)


def replacement(path: str, value: Any) -> Fix:
    """Return the fix that writes another value."""
    return ({"op": "replace", "path": path, "value": value},)


def fill(english: str, chinese: str, words: Mapping[str, Any]) -> dict[str, str]:
    """Return a message of both languages; a word is a value for both of them, or a pair."""
    return {
        "en": english.format_map({key: word[0] if isinstance(word, tuple) else word for key, word in words.items()}),
        "zh": chinese.format_map({key: word[1] if isinstance(word, tuple) else word for key, word in words.items()}),
    }


def wrong_shape(
    path: str, value: Any, expected: LocalizedText, hint: LocalizedText | None = None, **details: Any
) -> Problem:
    """A value was found where another is wanted."""
    what = shown(value)
    extra = hint or LocalizedText("", "")
    sentence = LocalizedText(
        f"Found {what.en}; expected {expected.en}.{_after(extra.en)}", f"此处是{what.zh}，应为{expected.zh}。{extra.zh}"
    )
    return problem("E-SCHEMA", path, sentence, "structure", found=_scalar(value), wanted=expected.en, **details)


def missing(path: str, key: str, title: LocalizedText) -> Problem:
    """A field that must be there is not."""
    sentence = LocalizedText(f"The field “{key}” ({title.en}) is missing.", f"缺少字段“{key}”（{title.zh}）。")
    return problem("E-SCHEMA", path, sentence, "structure", wanted=key)


def unknown_key(path: str, pointer: str, key: str, known: Iterable[str], present: Iterable[str]) -> Problem:
    """The field is unknown; the nearest known one is named, and offered as a fix if it is not used yet."""
    names = tuple(known)
    near = nearest(key, names)
    sentence = LocalizedText(
        f"There is no field “{key}” here{hint(near).en}; known are {', '.join(names)}.",
        f"此处没有字段“{key}”{hint(near).zh}；可用的有 {'、'.join(names)}。",
    )
    fix = None
    if near is not None and near not in present:
        fix = ({"op": "move", "from": pointer, "path": f"{path}/{near}"},)
    return problem("E-SCHEMA", pointer, sentence, "structure", found=key, nearest=near, fix=fix)


def not_one_of(path: str, word: str, words: Iterable[str], what: LocalizedText) -> Problem:
    """A word is none of a closed set; a mapping says what each of its words means."""
    known: Meanings = words if isinstance(words, Mapping) else dict.fromkeys(words, ())
    names, (near, ranked) = tuple(known), _ranked(word, tuple(known.items()))
    shown_words = _listed(near, ranked)
    sentence = LocalizedText(
        f"“{_cut(word)}” is not {what.en}{hint(near).en}; expected one of {shown_words.en}.",
        f"“{_cut(word)}”不是{what.zh}{hint(near).zh}；应为以下之一：{shown_words.zh}。",
    )
    fix = ({"op": "replace", "path": path, "value": near},) if near is not None else None
    return problem("E-ENUM", path, sentence, "structure", found=_cut(word), wanted=list(names), nearest=near, fix=fix)


@lru_cache(maxsize=1024)
def _ranked(word: str, known: tuple[tuple[str, tuple[str, ...]], ...]) -> tuple[str | None, list[str]]:
    """Return the name that a word means, and all names by use; a document often has the same unknown word many times."""
    names = dict(known)
    return closest_name(word, names), by_use(_cut(word), names)


def _listed(near: str | None, names: Sequence[str]) -> LocalizedText:
    """Return names in words, the nearest first; of very many those that are the least near are counted."""
    first = sorted(names, key=lambda name: name != near)
    shown, left = first[:NAMES_LISTED], len(first) - NAMES_LISTED
    more = LocalizedText(f" and {left} more", f" 等 {len(first)} 个") if left > 0 else LocalizedText("", "")
    return LocalizedText(", ".join(shown) + more.en, "、".join(shown) + more.zh)


def _after(text: str) -> str:
    return f" {text}" if text else ""


def _cut(word: str) -> str:
    return word if len(word) <= 60 else word[:59] + "…"


def _scalar(value: Any) -> Any:
    if isinstance(value, str):
        return _cut(value)
    return value if isinstance(value, int | float) else None

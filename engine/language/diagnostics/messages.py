"""Reports about the meaning of cards: problems made of the messages of `message_table`, with their places and fixes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from engine.errors import Problem
from engine.language.diagnostics.expected import type_name
from engine.language.diagnostics.message_table import MESSAGES as MESSAGES
from engine.language.diagnostics.problems import fill, problem
from engine.language.diagnostics.suggestions import hint
from engine.language.spec import LocalizedText, Option, Vocabulary

Fix = tuple[Mapping[str, Any], ...] | None
"""A JSON Patch of the document."""


def report(message: str, path: str, /, *, fix: Fix = None, **words: Any) -> Problem:
    """Return the problem of a message at a place.

    Shapes: words fill the places of the sentence, each a value for both languages or a text of both; programs get `found`,
            `wanted`, `nearest` and `fix` as well. `{hint}` asks for the nearest name.
    """
    code, english, chinese, layer, slug = MESSAGES[message]
    facts = {key: words[key] for key in ("found", "wanted", "nearest") if key in words}
    sentence = fill(english, chinese, {"hint": hint(words.get("nearest")), **words})
    return problem(code, path, LocalizedText(**sentence), layer, slug=slug, fix=fix, **facts)


def replacement(path: str, text: str, name: str, near: str | None) -> Fix:
    """Return the patch that puts the nearest name into the string, where there is one."""
    if near is None or name not in text:
        return None
    return ({"op": "replace", "path": path, "value": text.replace(name, near, 1)},)


def no_such(message: str, path: str, name: str, near: str | None, **words: Any) -> Problem:
    """Return the problem of a name that nothing has, with the patch that writes the nearest one."""
    return report(message, path, found=name, nearest=near, fix=replacement(path, name, name, near), **words)


def other_kind(path: str, card: str, kind: str, kinds_expected: Sequence[str], near: str | None) -> Problem:
    """Return the problem of a card of one kind where one of others is wanted, with the patch that writes the nearest of these."""
    quoted = [f"“{one}”" for one in kinds_expected]
    kinds = LocalizedText(" or ".join(quoted), "或".join(quoted))
    return no_such(
        "card-of-another-kind",
        path,
        card,
        near,
        kind=kind,
        kinds=kinds,
        wanted=kinds_expected[0] if len(kinds_expected) == 1 else list(kinds_expected),
    )


def wrong_type(path: str, what: Any, actual: str, expected: str, vocabulary: Vocabulary) -> Problem:
    """Return the problem of a value of one type where another is wanted."""
    shown = f"“{what}”" if isinstance(what, str | int) else LocalizedText("This", "此处")
    one, other = type_name(actual, vocabulary), type_name(expected, vocabulary)
    return report("wrong-type", path, what=shown, one=one, other=other, found=actual, wanted=expected)


def unlike(path: str, actual: str, reference: str, digits: tuple[str, int] | None, vocabulary: Vocabulary) -> Problem:
    """Return the problem of two values that are compared and can never be the same.

    Shapes: digits are the place and the number of a text that is only a number in quotes.
    """
    one, second = type_name(reference, vocabulary), type_name(actual, vocabulary)
    fix = ({"op": "replace", "path": digits[0], "value": digits[1]},) if digits is not None else None
    first = LocalizedText(one.en.capitalize(), one.zh)
    return report("unlike", path, one=first, other=second, found=actual, wanted=reference, fix=fix)


def unlisted(message: str, path: str, word: str, options: Iterable[Option], near: str | None) -> Problem:
    """Return the problem of a word where only some words mean anything, with the patch that writes the nearest one."""
    names = [option.name for option in options]
    shown = [name or '""' for name in names]
    words = LocalizedText(", ".join(shown), "、".join(shown))
    return no_such(message, path, word, near, words=words, wanted=names)


def too_late(path: str, event: str, stage: str, stage_pointer: str | None, default: str) -> Problem:
    """Return the problem of an effect that cancels what cannot be cancelled any more.

    Shapes: written is the place of the stage, if it is given; otherwise the default holds.
    """
    fix: Fix = None
    if stage_pointer is not None:
        step = {"op": "remove", "path": stage_pointer} if default == "before" else None
        fix = (step or {"op": "replace", "path": stage_pointer, "value": "before"},)
    return report("cancels-too-late", path, found=event, stage=stage, fix=fix)


def endless_together(path: str, event: str, others: Iterable[tuple[str, str]]) -> Problem:
    """Return the problem of triggers of several cards that set each other off in a cycle that nothing ends."""
    text = list(others)
    names = LocalizedText(
        " and ".join(f"that of “{card}” on {heard}" for card, heard in text),
        "、".join(f"“{card}”的触发器（{heard}）" for card, heard in text),
    )
    return report("triggers-endless-together", path, others=names, found=event, wanted=[card for card, _ in text])


def feeds_itself(path: str, stat: str, cards: tuple[str, ...]) -> Problem:
    """Return the problem of a static modifier that reads what it feeds, alone or by way of others."""
    if not cards:
        return report("modifier-feeds-itself", path, found=stat)
    named = LocalizedText(" and ".join(f"“{card}”" for card in cards), "、".join(f"“{card}”" for card in cards))
    return report("modifiers-feed-each-other", path, found=stat, others=named)


LANGUAGES = {"en": LocalizedText("English", "英文"), "zh": LocalizedText("Chinese", "中文")}


def text_differs(path: str, text: str, generated: str, lang: str) -> Problem:
    """Return the problem of a rules text that says otherwise than the effects, leaves something out or makes something up."""
    name = "text-differs" if text and generated else "text-leaves-out" if generated else "text-makes-up"
    return report(name, path, language=LANGUAGES[lang], found=text or None, wanted=generated or None)


def text_is_empty(path: str, generated: str) -> Problem:
    """Return the problem of an empty rules text on a card that does something; its fix writes what the effects say."""
    fix = ({"op": "replace", "path": path, "value": generated},)
    return report("text-is-empty", path, wanted=generated, fix=fix)

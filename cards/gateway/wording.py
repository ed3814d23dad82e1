"""What cards say: rules text from effects, and the names that a ruleset gives to its own things."""

import hashlib
import json
import re
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from threading import Lock
from typing import Any

from django.core.cache import cache as remembered

from cards.errors import BadText
from cards.gateway.pack_names import Game
from cards.gateway.problems import bad_text
from cards.shape import Json, JsonObject
from engine import api

inner_texts = api.inner_texts

LANGUAGES = ("en", "zh")  # of rules text
MAX_REMEMBERED = 4096  # generated texts that a process keeps
REMEMBERED_LENGTH = 1 << 22  # characters of all of them
REMEMBERED_FOR = 24 * 3600  # seconds that it is remembered whether effects say anything
TEXT_DIFFERS = "W-TEXT"
INNER_NAME = api.INNER_NAME
InnerText = api.InnerText
LocalizedText = api.LocalizedText
CardNames = api.CardNames
names_of = api.names_of
NO_NAMES: CardNames = {}
_LINE_BREAK = re.compile(r"\r\n|\n|\r")  # what the reader counts as one
_NO_TEXT = ("The document has no field for this text.", "文档中没有放置这段文本的位置。")


class _Remembered:
    """Generated texts that this process keeps, by what they were made of; the oldest go when together they are too long.

    Units: most in characters.
    """

    def __init__(self, most: int) -> None:
        self.most = most
        self.held: dict[str, str] = {}
        self.length = 0
        self.lock = Lock()

    def get(self, key: str, make: Callable[[], str]) -> str:
        """Return the text of a key, made unless it is kept."""
        with self.lock:
            text = self.held.get(key)
        if text is None:
            text = make()
            with self.lock:
                self._keep(key, text)
        return text

    def _keep(self, key: str, text: str) -> None:
        self.length += len(text) - len(self.held.pop(key, ""))
        self.held[key] = text
        while self.length > self.most or len(self.held) > MAX_REMEMBERED:
            oldest = next(iter(self.held))
            self.length -= len(self.held.pop(oldest))


_rules_texts = _Remembered(REMEMBERED_LENGTH)


def rules_text(ruleset: Game, document: JsonObject, language: str, names: CardNames = NO_NAMES) -> str:
    """Return a card's rules text as its effects give it, even of a document that is no card yet; it is written once.

    Shapes: names are those of the cards that it names, as far as the pack has them.
    """
    game = ruleset if isinstance(ruleset, str) else f"{ruleset.name}+{ruleset.declarations_digest}"
    read = json.dumps([document, dict(names)] if names else document, ensure_ascii=False)
    key = f"{game}:{language}:{hashlib.sha256(read.encode(errors='surrogatepass')).hexdigest()}"
    return _rules_texts.get(key, lambda: api.face_text(ruleset, document, language, names))


def shipped_texts(ruleset: str, document: Any) -> tuple[str, ...]:
    """Return what the texts of a card are called that a release ships in each language."""
    return ("name", "description", *(each.name for each in api.inner_texts(ruleset, document)))


def in_language(ruleset: str, document: JsonObject, words: Mapping[str, str]) -> Json:
    """Return a card with the texts of a language in the places of its own; what is not written there stays."""
    named = {name: words[name] for name in ("name", "description") if words.get(name)}
    inner = [inner_text for inner_text in api.inner_texts(ruleset, document) if words.get(inner_text.name)]
    translation: Json = json.loads(json.dumps({**document, **named})) if inner else {**document, **named}
    for inner_text in inner:
        *way, key = inner_text.pointer.split("/")[1:]
        item: Any = translation
        for step in way:
            item = item[int(step) if isinstance(item, list) else step]
        item[key] = words[inner_text.name]
    return translation


def rules_texts(ruleset: Game, document: Any, names: CardNames = NO_NAMES) -> dict[str, str]:
    """Return a card's rules text as its effects give it, in every language; empty ones for what is no object."""
    if not isinstance(document, dict):
        return dict.fromkeys(LANGUAGES, "")
    return {language: rules_text(ruleset, document, language, names) for language in LANGUAGES}


def unwritten_texts(
    ruleset: Game, document: Any, texts: Mapping[str, str], names: CardNames = NO_NAMES
) -> dict[str, str]:
    """Return the generated rules text of each language in which none is written.

    A text in another language's script counts as none: it is the one of the source language, shown for want of another.
    """
    missing = [language for language in LANGUAGES if api.language_of(texts.get(language, "")) != language]
    missing = [language for language in missing if not _is_wordless(texts.get(language, ""))]
    if not missing or not isinstance(document, dict):
        return {}
    generated = rules_texts(ruleset, document, names)
    return {language: generated[language] for language in missing if generated[language]}


def _speaks(ruleset: str, document: Any) -> bool:
    """Return whether the effects of a document say anything, in whichever language first does."""
    return isinstance(document, dict) and any(rules_text(ruleset, document, language) for language in LANGUAGES)


def _is_wordless(text: str) -> bool:
    """Return whether a text is there and has no word of any language, as a number has none."""
    return bool(text.strip()) and not api.language_of(text)


def speaking_kept(ruleset: str, sources: Iterable[str]) -> dict[str, bool]:
    """Return whether the effects of a card say anything, by source hash, for those texts alone that are remembered."""
    prefix = f"speaks:{text_mark(ruleset)}:"
    kept = remembered.get_many([f"{prefix}{source}" for source in sources])
    return {key.removeprefix(prefix): said for key, said in kept.items()}


def speaking(ruleset: str, documents: JsonObject) -> dict[str, bool]:
    """Return whether the effects of these documents say anything, by source hash, and remember it."""
    by_source = {source: _speaks(ruleset, document) for source, document in documents.items()}
    prefix = f"speaks:{text_mark(ruleset)}:"
    remembered.set_many({f"{prefix}{source}": said for source, said in by_source.items()}, REMEMBERED_FOR)
    return by_source


def mismatches(ruleset: Game, report: api.CardReport, texts: JsonObject) -> list[Json]:
    """Return where a card's written texts say otherwise than its effects, as the editor's own requests have it."""
    differences = [problem for problem in report.problems if problem.code == TEXT_DIFFERS]
    if not differences:
        return []
    found = list(api.mismatches(ruleset, report.document, texts))
    return [_mismatch(problem, found) for problem in differences]


def _mismatch(problem: api.Problem, candidates: list[api.Mismatch]) -> Json:
    """Return a problem of a text with the language of that text, which one of the mismatches names."""
    texts = (problem.found or "", problem.wanted or "")
    place = next((place for place, one in enumerate(candidates) if (one.text, one.rules_text) == texts), None)
    return {
        "language": candidates.pop(place).lang if place is not None else "",
        "pointer": problem.path,
        "written": texts[0],
        "generated": texts[1],
        "message": dict(problem.message),
    }


def text_mark(ruleset: str) -> str:
    """Return a mark that changes with the code that writes rules text."""
    return api.source_hash(ruleset)[:32]


@cache
def ruleset_terms(ruleset: str) -> tuple[tuple[str, str], ...]:
    """Return the names of a ruleset's kinds of card, things and keywords, English and Chinese, each once."""
    return tuple((term.en, term.zh) for term in api.terms(ruleset))


def with_words(text: str, words: Mapping[str, str]) -> str:
    """Return a card's text with other texts in its root and everything else, comments included, as it was.

    A text that the document does not have yet is written behind its name or id.

    Errors: BadText when the text does not parse, or a text is to replace something that is none.
    """
    for key, value in words.items():
        document = _read(text)
        if key in document.value:
            if not isinstance(document.value[key], str):
                raise BadText(*_NO_TEXT)
            start, end = _span(document, f"/{key}")
            text = document.text[:start] + _as_json(value) + document.text[end:]
        elif value:
            text = _inserted(document, key, value)
    return text


def _read(text: str) -> Any:
    try:
        document = api.read_json(text, jsonc=True)
    except api.BadCard as error:
        raise bad_text(error) from error
    if not isinstance(document.value, dict):
        raise BadText(*_NO_TEXT)
    return document


def _inserted(document: Any, key: str, value: str) -> str:
    """Return the text with a new member behind the one that it belongs to, on a line of its own where that one has one."""
    text = document.text
    before = next((name for name in ("name", "id") if isinstance(document.value.get(name), str)), None)
    if before is None:
        at = _offset(document, "") + 1
        return f"{text[:at]}{_as_json(key)}: {_as_json(value)}{',' if document.value else ''} {text[at:]}"
    _, end = _span(document, f"/{before}")
    place = _offset(document, f"/{before}", key=True)
    line = text[text.rfind("\n", 0, place) + 1 : place]
    gap = f"\n{line}" if not line.strip() and "\n" in text[:place] else " "
    return f"{text[:end]},{gap}{_as_json(key)}: {_as_json(value)}{text[end:]}"


def _as_json(value: str) -> str:
    return json.dumps(value, ensure_ascii=False)


def _span(document: Any, pointer: str) -> tuple[int, int]:
    """Return where a value begins and ends."""
    start = _offset(document, pointer)
    _, end = json.JSONDecoder().raw_decode(document.text, start)
    return start, end


def _offset(document: Any, pointer: str, *, key: bool = False) -> int:
    line, column = document.locate(pointer, key=key)
    starts = [0, *(found.end() for found in _LINE_BREAK.finditer(document.text))]
    return starts[line - 1] + column - 1

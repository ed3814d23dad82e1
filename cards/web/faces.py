"""A card's face as a template draws it, from what the engine says that it shows."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.safestring import SafeString

from cards.sanitise import card_html
from cards.web.art import Stroke, strokes
from cards.web.text import HTML_LANGUAGES, OTHER, pick

SCHOOLS = frozenset({"fire", "frost", "arcane", "none"})
GEMS = frozenset({"ori", "com", "leg"})


@dataclass(frozen=True, slots=True)
class Words:
    """A text run and the language that it says it is in."""

    text: str | SafeString
    lang: str


@dataclass(frozen=True, slots=True)
class Face:
    """What one face shows, in one language, ready to be drawn."""

    card: str
    mark: str
    frame: str
    gem: str
    cost: int | str | None
    names: tuple[Words, ...]
    type_line: Words
    rules: Words
    stats: tuple[Words, ...]
    art: tuple[Stroke, ...]
    lang: str


def draw(face: Mapping[str, Any], language: str) -> Face:
    """Return the face of a card in `language`, its rules text sanitised."""
    frame = _frame(face)
    rules, rules_language = pick(face.get("text") or "", language)
    return Face(
        card=face["id"],
        mark=face["id"].rpartition(".")[2],
        frame=frame,
        gem=face["rarity"] if face.get("rarity") in GEMS else "com",
        cost=face.get("cost"),
        names=_names(face.get("name") or {}, language),
        type_line=_words(face.get("type_line") or "", language),
        rules=Words(card_html(rules), HTML_LANGUAGES[rules_language]),
        stats=tuple(_stat(stat, language) for stat in face.get("stats") or ()),
        art=strokes(face["id"], frame),
        lang=HTML_LANGUAGES[language],
    )


def _frame(face: Mapping[str, Any]) -> str:
    if face.get("kind") == "exploration":
        return "ridge" if face.get("stats") else "lantern"
    school = face.get("school")
    return school if school in SCHOOLS else "none"


def _names(name: Mapping[str, str], language: str) -> tuple[Words, ...]:
    """Return the name in the wanted language first, the other beside it, without what is missing."""
    words = {name[each]: HTML_LANGUAGES[each] for each in (OTHER[language], language) if name.get(each)}
    return tuple(Words(text, lang) for text, lang in reversed(words.items()))


def _words(text: Mapping[str, str] | str, language: str) -> Words:
    words, spoken = pick(text, language)
    return Words(words, HTML_LANGUAGES[spoken])


def _stat(stat: Mapping[str, Any], language: str) -> Words:
    """Return one fact of the foot: a word that speaks for itself, or a number with its label."""
    if isinstance(stat["value"], Mapping):
        return _words(stat["value"], language)
    label = _words(stat["label"], language)
    return Words(f"{label.text} {stat['value']}", label.lang)

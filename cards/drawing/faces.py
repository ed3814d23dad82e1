"""A card's face in one language, ready to be drawn as HTML or as a picture, from what the engine says that it shows."""

from collections.abc import Mapping

from django.utils.html import format_html_join
from django.utils.safestring import SafeString

from cards.drawing.placeholder import Stroke, strokes
from cards.gateway import faces
from cards.gateway.faces import GEMS, ICONS, PLAIN
from cards.localization import HTML_LANGUAGES, OTHER_LANGUAGE, pick
from cards.sanitise import card_html
from cards.shape import JsonObject
from cards.values import frozen_dataclass

LONG = {"en": 130, "zh": 60}  # characters from which the text of a card is set smaller
LINE = {"en": 34, "zh": 15}  # characters of a line at the usual size
MAX_LINES = 5  # lines that a face holds at the usual size, those of its keywords and of its mark "generated" included
COMMA = {"en": ", ", "zh": "、"}  # between the keywords of a card


@frozen_dataclass
class Words:
    """A text run and the language that it says it is in."""

    text: str | SafeString
    lang: str


@frozen_dataclass
class Mark:
    """One cost or stat: a sign or else a label, and its value; a word that speaks for itself has no label.

    `pointer` leads to the value in the document, if it is one value; faces stored by an older engine have none.
    """

    label: str
    value: str
    lang: str
    icon: str = ""
    pointer: str = ""

    @property
    def text(self) -> str:
        """Return the whole of it as one run of text."""
        return f"{self.label} {self.value}" if self.label else self.value


@frozen_dataclass
class Face:
    """What one face shows, in one language, ready to be drawn: `cost` is the chief one, `secondary_costs` are the others.

    Shapes: `image` is the hash of the card's image; a face without one shows the placeholder `art`.
    """

    card: str
    mark: str
    frame: str
    gem: str
    rarity: Words
    cost: Mark | None
    secondary_costs: tuple[Mark, ...]
    names: tuple[Words, ...]
    type_line: Words
    keywords: Words
    actions: tuple[Words, ...]
    rules: Words
    is_generated: bool
    is_long: bool
    stats: tuple[Mark, ...]
    art: tuple[Stroke, ...]
    image: str
    lang: str


def draw(face: JsonObject, language: str) -> Face:
    """Return the face of a card in `language`, its rules text sanitised."""
    tone = faces.tones().get(face["tone"])
    frame = PLAIN if tone is None else tone.name
    rules, rules_language = _rules(face, language)
    is_generated = language in face.get("generated", {})
    keywords = Words(
        COMMA[language].join(pick(word, language)[0] for word in face["keywords"]), HTML_LANGUAGES[language]
    )
    actions = tuple(_words(action, language) for action in face.get("actions", ()))
    cost = tuple(_mark(fact, language) for fact in face["cost"])
    return Face(
        card=face["id"],
        mark=face["id"].rpartition(".")[2],
        frame=frame,
        gem=face["gem"] if face["gem"] in GEMS else "",
        rarity=_words(face["rarity"], language),
        cost=cost[0] if cost else None,
        secondary_costs=cost[1:],
        names=_names(face["name"], language),
        type_line=_words(face["type_line"], language),
        keywords=keywords,
        actions=tuple(action for action in actions if action.text not in rules),
        rules=Words(_lines(rules) if is_generated else card_html(rules), HTML_LANGUAGES[rules_language]),
        is_generated=is_generated,
        is_long=_is_long(rules, keywords.text, rules_language, is_generated=is_generated),
        stats=tuple(_mark(stat, language) for stat in face["stats"]),
        art=strokes(face["id"], PLAIN if tone is None else tone.manner),
        image=face.get("art") or "",
        lang=HTML_LANGUAGES[language],
    )


def _is_long(rules: str, keywords: str, language: str, *, is_generated: bool) -> bool:
    """Return whether a text is set smaller: it has many characters, or many lines at the usual size."""
    lines = sum(max(1, -(-len(paragraph) // LINE[language])) for paragraph in rules.split("\n"))
    others = bool(keywords) + is_generated
    return len(rules) + len(keywords) >= LONG[language] or lines + others > MAX_LINES


def _rules(face: JsonObject, language: str) -> tuple[str, str]:
    """Return the rules text and its language: the generated one where none is written in the language that is wanted."""
    if generated := face.get("generated", {}).get(language):
        return generated, language
    rules, spoken = pick(face["text"], language)
    return rules, spoken if rules else language


def _lines(text: str) -> SafeString:
    """Return a generated text, which has a line for each ability."""
    return format_html_join("", "<p>{}</p>", ((line,) for line in text.split("\n") if line))


def _names(name: Mapping[str, str], language: str) -> tuple[Words, ...]:
    """Return the name in the wanted language first, the other beside it, without what is missing."""
    words = {name[each]: HTML_LANGUAGES[each] for each in (OTHER_LANGUAGE[language], language) if name.get(each)}
    return tuple(Words(text, lang) for text, lang in reversed(words.items()))


def _words(text: Mapping[str, str], language: str) -> Words:
    words, spoken = pick(text, language)
    return Words(words, HTML_LANGUAGES[spoken])


def _mark(fact: JsonObject, language: str) -> Mark:
    """Return one cost or stat; a self-explanatory word is shown without its label."""
    if isinstance(fact["value"], Mapping):
        word = _words(fact["value"], language)
        return Mark("", word.text, word.lang, pointer=fact.get("pointer", ""))
    label = _words(fact["label"], language)
    return Mark(
        label.text,
        str(fact["value"]),
        label.lang,
        fact["icon"] if fact["icon"] in (*ICONS, *faces.icons()) else "",
        fact.get("pointer", ""),
    )

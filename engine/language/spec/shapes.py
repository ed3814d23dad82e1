"""What may be written in a field of a document: the closed set of shapes that the schema, the checker and the form share.

Types of values are short names: `int`, `bool`, `text`, `player`, `card`, `monster`, `trigger`, and `any`; a list of a type ends in `[]`.
A ruleset may add names of its own; `monster` is a `card`, said in `Vocabulary.subtypes`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from engine.language.spec.search import NO_WORDS, SearchWords


class LocalizedText(NamedTuple):
    """One sentence or word in both languages."""

    en: str
    zh: str


ID_LETTERS = LocalizedText(
    "English letters, digits, dots, - and _, without spaces, a letter or digit first",
    "由英文字母、数字、点、- 和 _ 组成且不含空格、以字母或数字开头的文本",
)
"""What an id may be made of, in words."""
NAME_LETTERS = LocalizedText(
    "English letters, digits, _ and dots, a letter first", "由英文字母、数字、_ 和点组成、以字母开头的文本"
)
"""What the name of a variable may be made of, in words."""


@dataclass(frozen=True, slots=True)
class IntegerLiteral:
    """A whole number, written as such (never a reference).

    Shapes: `pictures` draws each number, the lowest first, as rows of cells: `#` is meant, `@` where it starts, `.` neither. There is a list of them for
            every word that the field `drawn_by` beside it may hold.
    """

    min: int = 0
    max: int = 999
    drawn_by: str = ""
    pictures: tuple[tuple[str, tuple[tuple[str, ...], ...]], ...] = ()


@dataclass(frozen=True, slots=True)
class BooleanLiteral:
    """True or false, written as such."""


@dataclass(frozen=True, slots=True)
class Number:
    """A whole number, or what yields one: a reference, or a value node of type `int`."""

    min: int = 0
    max: int = 999


@dataclass(frozen=True, slots=True)
class Value:
    """A literal, a reference or a value node of the type given; `any` compares like with like."""

    type: str = "any"


@dataclass(frozen=True, slots=True)
class Ref:
    """A reference to one thing of the type given, as `$a.b` or `{a.b}`."""

    type: str


@dataclass(frozen=True, slots=True)
class Targets:
    """The things an effect is done to: a reference (one or a list of the type) or a chooser of that type."""

    type: str


@dataclass(frozen=True, slots=True)
class Option:
    """One word of a closed set.

    Shapes: `sorts` marks a property whose words are sorts of things, so that a text may put the word before the thing;
            `also` are words of other games that mean it: an author who writes one is asked whether this was meant; `search` are those by which
            authors look for it, beside its title.
    """

    name: str
    title: LocalizedText
    aliases: tuple[str, ...] = ()
    sorts: bool = False
    also: tuple[str, ...] = ()
    search: SearchWords = NO_WORDS


@dataclass(frozen=True, slots=True)
class Enum:
    """One of the words given; an alias is rewritten to its word with a warning."""

    options: tuple[Option, ...]

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(option.name for option in self.options)


@dataclass(frozen=True, slots=True)
class TextLiteral:
    """Plain text of bounded length; `markup` allows the few tags of card text, `pattern` restricts it, and `says` describes the pattern.

    Shapes: with `translated` players read it, so that it has a text in each language beside the card; it is in an item with an id.
    """

    max: int = 200
    min: int = 0
    pattern: str | None = None
    markup: bool = False
    says: LocalizedText | None = None
    translated: bool = False


@dataclass(frozen=True, slots=True)
class Identifier:
    """An identifier that the author gives to a node; `template` allows `{loop1.index}` inside it."""

    template: bool = True


@dataclass(frozen=True, slots=True)
class Node:
    """One node of a family: `condition`, `value`, `chooser`, `effect`."""

    family: str


@dataclass(frozen=True, slots=True)
class Block:
    """A list of effects, done in order."""


@dataclass(frozen=True, slots=True)
class ObjectShape:
    """A nested object without a discriminator, named in `Vocabulary.records`.

    Shapes: with `text` above 0 plain text of at most that number of characters may be written in its place; nothing reads it.
    """

    name: str
    text: int = 0


@dataclass(frozen=True, slots=True)
class Board:
    """Where the items of a list lie: names of fields.

    Shapes: `x` and `y` of an item count columns and rows from 1, `name` says what lies there and `side` whose it is; `map` of the record
            with the list names the card whose `rows` is the grid below.
    """

    x: str
    y: str
    name: str
    side: str
    map: str
    rows: str


@dataclass(frozen=True, slots=True)
class ListOf:
    """A list of a shape; units of min and max are items.

    Shapes: with `signs` each item is a row of a grid, and each of its characters one of these words; the first is an empty cell;
            with `board` each item lies on a cell of one.
    """

    item: Shape
    min: int = 0
    max: int = 64
    signs: tuple[Option, ...] = ()
    board: Board | None = None


@dataclass(frozen=True, slots=True)
class MapOf:
    """An object whose keys the author chooses (002 `varConfigs`), each with a value of a shape; units of max are keys."""

    item: Shape
    key: str = r"^[A-Za-z][A-Za-z0-9_.]{0,39}$"
    max: int = 64


@dataclass(frozen=True, slots=True)
class EventName:
    """The name of an event of the ruleset; `words_first` where its record opens the words that stand for one, so that lists begin with them."""

    words_first: bool = False


@dataclass(frozen=True, slots=True)
class TimingName:
    """The name of a card's own moment, one that the kind of card has."""


@dataclass(frozen=True, slots=True)
class Count:
    """000's number of copies: a positive whole number, or `$N` for N copies per player."""


Shape = (
    IntegerLiteral
    | BooleanLiteral
    | Number
    | Value
    | Ref
    | Targets
    | Enum
    | TextLiteral
    | Identifier
    | Node
    | Block
    | ObjectShape
    | ListOf
    | MapOf
    | EventName
    | TimingName
    | Count
)


def holds_conditions(shape: Shape) -> bool:
    """Return whether a field of this shape holds a condition, or a list of which all must hold."""
    item = shape.item if isinstance(shape, ListOf) else shape
    return isinstance(item, Node) and item.family == "condition"

"""Find in effects: the cards that hold a node of a type whose fields are as asked, or a piece of JSON."""

from bisect import bisect_right
from collections.abc import Iterator, Mapping
from itertools import accumulate
from typing import Any

from django.db.models import BooleanField, F, Func, Q, QuerySet, TextField, Value
from django.db.models.functions import Lower

from cards.gateway.fields import value_at
from cards.gateway.nodes import NodeMatch, walk
from cards.models import Card, Draft, Pack
from cards.queries.card_filters import STRING_LIMIT, json_path, path_exists
from cards.queries.cards import CardFilters, card_list
from cards.search import goes_beyond, matches
from cards.values import frozen_dataclass

OPERATORS: Mapping[str, str] = {"is": "==", "not": "!=", "least": ">=", "most": "<="}
"""What a condition on a field may ask, as jsonpath writes it; beside these `computed` and `there`."""
BLANKS = " \t\n\r"
"""What JSON allows between its marks. Source: RFC 8259 §2."""
_NO_BLANKS = str.maketrans(dict.fromkeys(BLANKS))
_PUNCTUATION = str.maketrans(dict.fromkeys('{}[]:,"', " "))


@frozen_dataclass
class NodeCondition:
    """What a field of the node must be; `computed` asks for no literal, `there` for any value.

    Shapes: pointer leads from the node to the field; operator is one of OPERATORS, `computed` or `there`.
    """

    pointer: str
    operator: str
    value: Any = None

    def holds(self, node: Any) -> bool:
        """Return whether a node of a document matches."""
        there, value = value_at(node, self.pointer)
        if not there or self.operator == "there":
            return there
        if self.operator == "computed":
            return is_computed(value)
        if self.operator in {"is", "not"}:
            return (_same(value, self.value)) == (self.operator == "is")
        if type(value) is not int or type(self.value) is not int:
            return False
        return value >= self.value if self.operator == "least" else value <= self.value

    def test(self, name: str) -> str:
        """Return the condition in jsonpath; its value goes by that name."""
        path = json_path(self.pointer, "@")
        if self.operator == "there":
            return f"exists({path})"
        if self.operator == "computed":
            return f'({path}.type() == "object" || {path} starts with "$" || {path} like_regex "[{{]")'
        return f"{path} {OPERATORS[self.operator]} ${name}"


@frozen_dataclass
class NodeQuery:
    """What to find: nodes by the key and word that mark their type, with conditions; a piece of JSON; or both.

    Shapes: json is text as a card's JSON has it; blanks do not count.
    """

    key: str = ""
    word: str = ""
    conditions: tuple[NodeCondition, ...] = ()
    json: str = ""

    def __bool__(self) -> bool:
        return bool(self.word or self.json)


def find_cards(*, pack: Pack, query: NodeQuery, filters: CardFilters | None = None) -> QuerySet[Card]:
    """Return the cards of a pack that hold what is asked for, first by an index, then exactly."""
    cards = card_list(pack=pack, filters=filters)
    if query.word:
        if len(query.word) <= STRING_LIMIT:
            cards = cards.filter(draft__strings__contains=[query.word])
        cards = cards.filter(_has_node(query))
    if query.json:
        words = query.json.translate(_PUNCTUATION)
        cards = which_may_hold(cards=cards, pack=pack, words=words).filter(_has_piece(query.json))
    return cards


def _has_piece(piece: str) -> Func:
    """Return the expression that the text holds a piece of JSON; both are compared without blanks, so the piece is no pattern."""
    bare = [
        Lower(Func(each, Value(BLANKS), Value(""), function="translate", output_field=TextField()))
        for each in (F("draft__text"), Value(piece))
    ]
    return Func(*bare, function="strpos", template="%(function)s(%(expressions)s) > 0", output_field=BooleanField())


def _has_node(query: NodeQuery) -> Q:
    tests = [f"{json_path('/' + query.key, '@')} == $word"]
    variables: dict[str, Any] = {"word": query.word}
    for number, condition in enumerate(query.conditions):
        tests.append(condition.test(f"v{number}"))
        variables[f"v{number}"] = condition.value
    return Q(path_exists("draft__document", f"$.** ? ({' && '.join(tests)})", variables))


def which_may_hold(*, cards: QuerySet[Card], pack: Pack, words: str) -> QuerySet[Card]:
    """Return the cards that may hold all these words, beyond what a search reads too; by the index of pairs alone.

    The two reasons are two queries of their own, for the planner uses no index for one of them or the other.
    """
    drafts = Draft.objects.filter(card__pack=pack).values("card")
    return cards.filter(pk__in=drafts.filter(matches(words)).union(drafts.filter(goes_beyond())))


def piece_lines(text: str, piece: str) -> Iterator[int]:
    """Yield the lines of a text, from 1 on, in which a piece of JSON begins, in any case and without regard to blanks."""
    piece_without_blanks = _without_blanks(piece)
    lines = [_without_blanks(line) for line in text.split("\n")]
    ends = list(accumulate(map(len, lines)))
    bare = "".join(lines)
    start = bare.find(piece_without_blanks) if piece_without_blanks else -1
    while start >= 0:
        yield bisect_right(ends, start) + 1
        start = bare.find(piece_without_blanks, start + len(piece_without_blanks))


def _without_blanks(text: str) -> str:
    return text.translate(_NO_BLANKS).lower()


def nodes_found(document: Any, query: NodeQuery) -> Iterator[NodeMatch]:
    """Yield the nodes of a document that the query asks for; none where it asks for JSON alone."""
    if not query.word:
        return
    for found in walk(document):
        if found.value.get(query.key) == query.word and all(one.holds(found.value) for one in query.conditions):
            yield found


def is_computed(value: Any) -> bool:
    """Return whether a value is computed in play: a node, or a text that refers to something."""
    if isinstance(value, dict | list):
        return True
    return isinstance(value, str) and (value.startswith("$") or ("{" in value and "}" in value))


def _same(one: Any, other: Any) -> bool:
    return type(one) is type(other) and bool(one == other)

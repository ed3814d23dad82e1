"""The form of find and replace: what it asks, read from the query string."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from django.http import QueryDict

from cards.gateway.fields import Field
from cards.gateway.nodes import NodeType, node_types
from cards.localization import data_language, localize
from cards.lookups import search_words
from cards.models import Pack
from cards.models.fields import LANGUAGES
from cards.queries.find import NodeCondition, NodeQuery
from cards.queries.find_replace import FieldReplacement, TextReplacement
from cards.services.bulk_values import BadCell, parsed
from cards.web.facets import choices_of
from cards.web.text import bilingual_plain

CONDITIONS = 3  # conditions on the fields of a node
TEXT_LENGTH = 200  # characters of a text that is searched for
FACTOR = 1000  # largest number that a value is changed by
DIGITS = 9  # of a number that is looked at
TEXT_FIELDS = ("name", "description", "notes")
HOWS = ("to", "add", "times")

Choices = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class ConditionRow:
    """One condition as the form shows it again."""

    number: int
    field: str
    operator: str
    value: str


@dataclass(slots=True)
class FindForm:
    """Everything that the page asks, and its errors.

    Shapes: groups are the types of node by family; fields those of the chosen type; query, replacement and text are what is asked,
            once it is sound.
    """

    groups: tuple[tuple[str, Choices], ...]
    node: str = ""
    json: str = ""
    fields: Choices = ()
    rows: tuple[ConditionRow, ...] = ()
    query: NodeQuery = field(default_factory=NodeQuery)
    how: str = ""
    at: str = ""
    value: str = ""
    replacement: FieldReplacement | None = None
    find: str = ""
    put: str = ""
    in_fields: tuple[str, ...] = TEXT_FIELDS
    in_languages: tuple[str, ...] = LANGUAGES
    text: TextReplacement | None = None
    errors: list[str] = field(default_factory=list)

    @property
    def operators(self) -> Choices:
        """Return what a condition may ask."""
        return (
            ("is", localize("is", "等于")),
            ("not", localize("is not", "不等于")),
            ("least", localize("is at least", "不小于")),
            ("most", localize("is at most", "不大于")),
            ("computed", localize("is computed", "由计算得出")),
            ("there", localize("is written", "已写出")),
        )

    @property
    def ways(self) -> Choices:
        """Return how a value can be replaced."""
        return (
            ("to", localize("set to", "改为")),
            ("add", localize("add", "加上")),
            ("times", localize("multiply by", "乘以")),
        )

    @property
    def text_fields(self) -> Choices:
        """Return the texts in which words can be replaced."""
        return (
            ("name", localize("Names", "名称")),
            ("description", localize("Rules texts", "规则文本")),
            ("notes", localize("Notes", "备注")),
        )

    @property
    def languages(self) -> Choices:
        """Return the languages of texts."""
        return (("en", localize("English", "英文")), ("zh", localize("Chinese", "中文")))


def find_form(pack: Pack, params: QueryDict) -> FindForm:
    """Return the form as the query string fills it."""
    types = node_types(pack.ruleset)
    form = FindForm(_groups(types))
    node_fields = _node_fields(types, _word(params, "node"))
    form.json = _word(params, "json")
    fields: dict[str, Field] = {}
    if node_fields is not None:
        form.node = f"{node_fields.key}:{node_fields.word}"
        fields = {each.pointer: each for each in node_fields.fields}
        form.fields = tuple(
            (pointer, f"{bilingual_plain(each.title)} ({each.pointer[1:]})") for pointer, each in fields.items()
        )
    form.rows = tuple(
        ConditionRow(number, *(_word(params, f"c{number}{part}") for part in ("f", "o", "v")))
        for number in range(CONDITIONS)
    )
    conditions = tuple(made for row in form.rows if (made := _condition(form, row, fields)) is not None)
    form.query = NodeQuery(
        node_fields.key if node_fields else "", node_fields.word if node_fields else "", conditions, form.json
    )
    _read_replacement(form, params, fields)
    _read_text(form, params)
    return form


def _word(asked: QueryDict, name: str) -> str:
    return search_words(asked, name, TEXT_LENGTH)


def _groups(types: Sequence[NodeType]) -> tuple[tuple[str, Choices], ...]:
    groups: dict[str, list[tuple[str, str]]] = {}
    for each in types:
        label = f"{bilingual_plain(each.title)} ({each.word})"
        groups.setdefault(bilingual_plain(each.family), []).append((f"{each.key}:{each.word}", label))
    return tuple((family, tuple(choices)) for family, choices in groups.items())


def _node_fields(types: Sequence[NodeType], asked: str) -> NodeType | None:
    """Return the type that is asked for by `key:word`, or by its word alone."""
    return next((each for each in types if asked in {f"{each.key}:{each.word}", each.word}), None)


def _condition(form: FindForm, row: ConditionRow, fields: dict[str, Field]) -> NodeCondition | None:
    """Return the condition of a row, None where it is empty; an error is added to the form."""
    field = fields.get(row.field)
    if field is None or row.operator not in dict(form.operators):
        return None
    if row.operator in {"computed", "there"}:
        return NodeCondition(row.field, row.operator)
    value = _parse_value(form, field, row.value)
    return None if value is None else NodeCondition(row.field, row.operator, value)


def _parse_value(form: FindForm, field: Field, text: str) -> Any:
    """Parse the value of a field; None where it does not fit, with an error added to the form."""
    try:
        if not text:
            raise BadCell({"en": "A value is missing.", "zh": "缺少值。"})
        return parsed(field, text)
    except BadCell as bad:
        form.errors.append(f"{bilingual_plain(field.title)}: {bad.detail[data_language()]}")
        return None


def _read_replacement(form: FindForm, params: QueryDict, fields: dict[str, Field]) -> None:
    form.how, form.at, form.value = (_word(params, name) for name in ("how", "at", "to"))
    field = fields.get(form.at)
    if field is None or form.how not in HOWS or "preview" not in params:
        return
    if form.how == "to":
        value = _parse_value(form, field, form.value)
    else:
        value = _number(form, field)
    if value is not None:
        form.replacement = FieldReplacement(form.at, form.how, value)


def _number(form: FindForm, field: Field) -> int | None:
    digits = form.value.removeprefix("-").removeprefix("+")
    if (
        field.kind == "integer"
        and digits.isascii()
        and digits.isdigit()
        and len(digits) <= DIGITS
        and int(digits) <= FACTOR
    ):
        return int(form.value)
    form.errors.append(
        localize(
            "Only numbers can be changed, by a whole number up to {most}.",
            "只有数字可以增减或相乘，且操作数须为不超过 {most} 的整数。",
            most=FACTOR,
        )
    )
    return None


def _read_text(form: FindForm, params: QueryDict) -> None:
    form.find = search_words(params, "find", TEXT_LENGTH, strips=False)
    form.put = search_words(params, "put", TEXT_LENGTH, strips=False)
    form.in_fields = tuple(each for each in params.getlist("field") if each in TEXT_FIELDS) or TEXT_FIELDS
    form.in_languages = tuple(each for each in params.getlist("language") if each in LANGUAGES) or LANGUAGES
    if form.find.strip():
        form.text = TextReplacement(form.find, form.put, form.in_fields, form.in_languages)


def value_choices(pack: Pack, node: str) -> Choices:
    """Return the words that fields of this type may have, for a list of suggestions."""
    chosen = _node_fields(node_types(pack.ruleset), node)
    fields = chosen.fields if chosen else ()
    return tuple(dict.fromkeys(pair for each in fields for pair in choices_of(each)))

"""What authors hand to a declaration, checked at its line: parts of the right sort, and texts in two languages."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeVar

from engine.ruleset.faults import Place
from engine.toolkit.faults import Faults

Part = TypeVar("Part")
FIELD = 'field("amount", Number(0, 20), "Amount", "数值")'
"""How a field is written."""


def fitting(
    faults: Faults, place: Place, owner: tuple[str, str], values: Any, sort: type[Part], example: str
) -> tuple[Part, ...]:
    """Return the values that are of a sort; note a fault for each other one, with an example of what is expected.

    Shapes: `owner` says in both languages what the values are of.
    """
    rows: Iterable[Any] = (values,) if isinstance(values, str | Mapping) or not isinstance(values, Iterable) else values
    parts = []
    for value in rows:
        if isinstance(value, sort):
            parts.append(value)
        else:
            faults.refuse(
                place,
                f"{owner[0]}: {_excerpt(value)} is no {sort.__name__}; expected {example}",
                f"{owner[1]}：{_excerpt(value)} 不是 {sort.__name__}，应写作 {example}",
            )
    return tuple(parts)


def are_texts(faults: Faults, place: Place, owner: tuple[str, str], texts: Mapping[str, Any]) -> bool:
    """Return whether each of the texts that are there is a pair, English and Chinese; note a fault for each other one."""
    wrong = {name: text for name, text in texts.items() if text is not None and not _is_pair(text)}
    for name, text in wrong.items():
        faults.refuse(
            place,
            f'{owner[0]}: {name} is {_excerpt(text)}; expected two texts, ("English", "中文")',
            f'{owner[1]}：{name} 为 {_excerpt(text)}，应为两段文字 ("English", "中文")',
        )
    return not wrong


def are_types(faults: Faults, place: Place, owner: tuple[str, str], fields: Any) -> bool:
    """Return whether the fields of an event are names with types; note a fault if not."""
    if isinstance(fields, Mapping) and all(isinstance(word, str) for row in fields.items() for word in row):
        return True
    example = '{"player": "player", "amount": "int"}'
    faults.refuse(
        place,
        f"{owner[0]}: its fields are {_excerpt(fields)}; expected names with types, {example}",
        f"{owner[1]}：字段为 {_excerpt(fields)}，应为名称与类型，如 {example}",
    )
    return False


def _is_pair(text: Any) -> bool:
    return (
        isinstance(text, Sequence)
        and len(text) == 2
        and all(isinstance(part, str) for part in text)
        and not isinstance(text, str)
    )


def _excerpt(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 80 else f"{text[:79]}…"

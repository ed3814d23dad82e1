"""What the shapes of a keyword or resource card cannot say: names that are taken, parameters that fit each other."""

from __future__ import annotations

from collections.abc import Iterator

from engine.errors import Problem
from engine.language.analysis.structure import is_whole
from engine.language.spec.pack_keywords import PARAMETERS
from engine.toolkit.linting import finding
from engine.toolkit.reading import Document, items, objects, values

from .words import KEYWORDS, RESOURCE, SLOT_NAMES

OWN = frozenset(option.name for option in KEYWORDS)


def declaration_problems(document: Document) -> Iterator[Problem]:
    """Yield what is odd about a card that declares something."""
    if document.get("cardType") == RESOURCE:
        yield from _resource(document)
        return
    name = document.get("id")
    if isinstance(name, str) and name in OWN:
        yield finding(
            "E-DUP",
            "/id",
            f"{name} is a keyword of the game; give that of the pack another id.",
            f"{name} 是游戏自带的关键词；请为卡包的关键词换一个标识。",
            found=name,
        )
    yield from _parameters(document)
    yield from _stands_for(document)
    yield from _missing_numbers(document)


def _resource(document: Document) -> Iterator[Problem]:
    start, maximum = document.get("start", 0), document.get("max")
    if is_whole(start) and is_whole(maximum) and start > maximum:
        yield finding(
            "E-RESOURCE",
            "/start",
            f"It begins with {start}, more than its limit of {maximum}.",
            f"初始值 {start} 大于上限 {maximum}。",
            found=start,
            wanted=str(maximum),
        )


def _parameters(document: Document) -> Iterator[Problem]:
    for place, parameter in objects(document, PARAMETERS):
        low, high = parameter.get("min", 1), parameter.get("max", 99)
        if is_whole(low) and is_whole(high) and low > high:
            yield finding(
                "E-KEYWORD",
                f"/{PARAMETERS}/{place}/max",
                f"The parameter takes {low} at least and {high} at most, so no number fits.",
                f"参数的最小值 {low} 大于最大值 {high}，没有可填的数值。",
                found=high,
                wanted=str(low),
            )


def _stands_for(document: Document) -> Iterator[Problem]:
    """A keyword may stand for those of the game; one of the pack that stands for another of the pack is not opened."""
    for place, keyword in objects(document, "keywords"):
        name = keyword.get("type")
        if isinstance(name, str) and name not in OWN:
            yield finding(
                "E-KEYWORD",
                f"/keywords/{place}",
                f"A keyword of a pack can stand for keywords of the game alone; {name} is none of them.",
                f"卡包的关键词只能等同于游戏自带的关键词；{name} 不是。",
                found=name,
            )


def _missing_numbers(document: Document) -> Iterator[Problem]:
    """Yield each place that speaks of a number which the keyword does not have."""
    count = len(items(document, PARAMETERS))
    lacking = {form.format(name): name for name in SLOT_NAMES[count:] for form in ("$keyword.{}", "{{keyword.{}}}")}
    for path, value in values(document):
        if isinstance(value, str) and value in lacking:
            yield finding(
                "E-KEYWORD",
                path,
                f"The keyword has {count} parameters, so it has no “{lacking[value]}”; add one to “{PARAMETERS}”.",
                f"该关键词有 {count} 个参数，没有“{lacking[value]}”；请在“{PARAMETERS}”中添加。",
                found=value,
            )

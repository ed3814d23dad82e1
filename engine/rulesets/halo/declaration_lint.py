"""What the shapes of a keyword or resource card cannot say: names that are taken, parameters that fit each other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from engine.errors import Problem
from engine.language.analysis.structure import is_whole
from engine.language.diagnostics.problems import problem
from engine.language.spec.pack_keywords import PARAMETERS
from engine.language.spec.shapes import LocalizedText
from engine.rulesets.halo.words import KEYWORDS, RESOURCE, SLOT_NAMES

Json = Mapping[str, Any]
OWN = frozenset(option.name for option in KEYWORDS)


def declaration_problems(document: Json) -> Iterator[Problem]:
    """Yield what is odd about a card that declares something."""
    if document.get("cardType") == RESOURCE:
        yield from _resource(document)
        return
    name = document.get("id")
    if isinstance(name, str) and name in OWN:
        message = LocalizedText(
            f"{name} is a keyword of the game; give that of the pack another id.",
            f"{name} 是游戏自带的关键词；请为卡包的关键词换一个标识。",
        )
        yield problem("E-DUP", "/id", message, found=name)
    yield from _parameters(document)
    yield from _stands_for(document)
    yield from _missing_numbers(document)


def _resource(document: Json) -> Iterator[Problem]:
    start, maximum = document.get("start", 0), document.get("max")
    if is_whole(start) and is_whole(maximum) and start > maximum:
        message = LocalizedText(
            f"It begins with {start}, more than its limit of {maximum}.", f"初始值 {start} 大于上限 {maximum}。"
        )
        yield problem("E-RESOURCE", "/start", message, found=start, wanted=str(maximum))


def _parameters(document: Json) -> Iterator[Problem]:
    held = document.get(PARAMETERS)
    for place, one in enumerate(held if isinstance(held, list) else ()):
        low, high = (one.get("min", 1), one.get("max", 99)) if isinstance(one, dict) else (0, 0)
        if is_whole(low) and is_whole(high) and low > high:
            message = LocalizedText(
                f"The parameter takes {low} at least and {high} at most, so no number fits.",
                f"参数的最小值 {low} 大于最大值 {high}，没有可填的数值。",
            )
            yield problem("E-KEYWORD", f"/{PARAMETERS}/{place}/max", message, found=high, wanted=str(low))


def _stands_for(document: Json) -> Iterator[Problem]:
    """A keyword may stand for those of the game; one of the pack that stands for another of the pack is not opened."""
    held = document.get("keywords")
    for place, one in enumerate(held if isinstance(held, list) else ()):
        name = one.get("type") if isinstance(one, dict) else None
        if isinstance(name, str) and name not in OWN:
            message = LocalizedText(
                f"A keyword of a pack can stand for keywords of the game alone; {name} is none of them.",
                f"卡包的关键词只能等同于游戏自带的关键词；{name} 不是。",
            )
            yield problem("E-KEYWORD", f"/keywords/{place}", message, found=name)


def _missing_numbers(document: Json) -> Iterator[Problem]:
    """Yield each place that speaks of a number which the keyword does not have."""
    held = document.get(PARAMETERS)
    count = len(held) if isinstance(held, list) else 0
    lacking = {form.format(name): name for name in SLOT_NAMES[count:] for form in ("$keyword.{}", "{{keyword.{}}}")}
    todo: list[tuple[str, Any]] = [("", document)]
    while todo:
        path, value = todo.pop()
        if isinstance(value, dict):
            todo += [(f"{path}/{key}", child) for key, child in value.items()]
        elif isinstance(value, list):
            todo += [(f"{path}/{place}", child) for place, child in enumerate(value)]
        elif isinstance(value, str) and value in lacking:
            message = LocalizedText(
                f"The keyword has {count} parameters, so it has no “{lacking[value]}”; add one to “{PARAMETERS}”.",
                f"该关键词有 {count} 个参数，没有“{lacking[value]}”；请在“{PARAMETERS}”中添加。",
            )
            yield problem("E-KEYWORD", path, message, found=value)

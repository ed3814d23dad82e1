"""What the shapes of a card cannot say: maps that no unit can cross, areas off the board, encounters that no side can win. It sees the core form.

Source: 001§3, §10; EN7, EN11.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from engine.errors import Problem
from engine.language.analysis.structure import is_whole
from engine.language.diagnostics.messages import no_such
from engine.language.diagnostics.problems import removal
from engine.language.diagnostics.suggestions import nearest
from engine.language.reading.inner_cards import is_inner
from engine.language.spec import LocalizedText
from engine.toolkit.linting import finding
from engine.toolkit.reading import Document, items, objects, values, words

from .events import AFTER_MAIN_PHASE, STEPS_OF_A_TURN
from .grid import Grid, facts_of
from .words import WALL

SIDES = ("player", "opponent")


def lint(document: Any) -> Iterator[Problem]:
    """Yield what is odd about a card as a whole."""
    if not isinstance(document, dict):
        return
    yield from _deployments(document)
    yield from _aims(document)
    yield from _amounts(document)
    yield from _lost_ap(document)
    if ("variantOf" in document) is not ("variant" in document):
        key, missing_key = ("variantOf", "variant") if "variantOf" in document else ("variant", "variantOf")
        yield finding(
            "E-SCHEMA",
            f"/{key}",
            f"An upgraded card names the card and the way; expected “{missing_key}” beside it.",
            f"升级后的卡牌须写明原卡牌与升级方式；应同时填写“{missing_key}”。",
            wanted=missing_key,
        )
    match document.get("type"):
        case "map":
            yield from _map(document)
        case "encounter":
            yield from _encounter(document)
        case "event":
            yield from _event(document)
        case "ability":
            yield from _ability(document)
        case "order":
            yield from _order(document)


def _order(document: Document) -> Iterator[Problem]:
    """Yield what an order does, where it is said twice."""
    if "action" in document:
        yield finding(
            "E-SCHEMA",
            "/action",
            "What this order does is written twice; expected either “spell” or “action”.",
            "重复填写了此指令牌的效果；“spell”与“action”应二选一。",
            wanted="spell",
        )


def _deployments(document: Document) -> Iterator[Problem]:
    """Yield deployments that name no unit, and those that name one twice."""
    for path, value in values(document):
        if isinstance(value, dict) and value.get("type") == "deploy" and ("unit" in value) is ("copyOf" in value):
            yield finding(
                "E-SCHEMA",
                path,
                "What is deployed is missing or written twice; expected either “unit” or “copyOf”.",
                "缺少或重复指定了要部署的单位；“unit”与“copyOf”应二选一。",
                wanted="unit",
            )


def _aims(document: Document) -> Iterator[Problem]:
    """Yield what is asked of a target where none is chosen."""
    for key in ("spell", "cast"):
        part = document.get(key)
        if isinstance(part, dict) and part.get("targetFilter") and "target" not in part:
            yield finding(
                "E-SCHEMA",
                f"/{key}/targetFilter",
                "This asks something of a target, but none is chosen; expected “target” beside it.",
                "此处对目标提出条件，但未选择目标；应同时填写“target”。",
                wanted="target",
            )


def _map(document: Document) -> Iterator[Problem]:
    """Yield rows of different lengths, regions that are cut in two or all walls, and ground that no road joins."""
    rows, marks = (words(document, key) for key in ("rows", "regions"))
    if (*rows, *marks) != (*items(document, "rows"), *items(document, "regions")):
        return
    if not rows or not marks:
        return
    for key, lines in (("rows", rows), ("regions", marks)):
        for place, row in enumerate(lines):
            if len(row) != len(rows[0]):
                yield finding(
                    "E-MAP",
                    f"/{key}/{place}",
                    f"This row has {len(row)} cells; the first row of the map has {len(rows[0])}.",
                    f"此行有 {len(row)} 格；地图首行有 {len(rows[0])} 格。",
                    found=len(row),
                    wanted=len(rows[0]),
                )
                return
    if len(marks) != len(rows):
        yield finding(
            "E-MAP",
            "/regions",
            f"The map has {len(rows)} rows of ground and {len(marks)} of regions.",
            f"地图有 {len(rows)} 行地形，却有 {len(marks)} 行战区。",
            found=len(marks),
            wanted=len(rows),
        )
        return
    yield from _roads(facts_of(document))


def _roads(board: Grid) -> Iterator[Problem]:
    open_cells = {cell for cell, kind in enumerate(board.terrain) if kind != WALL}
    for place, letter in enumerate(board.letters, 1):
        region = {cell for cell in open_cells if board.region[cell] == place}
        if not region:
            yield finding(
                "E-REGION",
                "/regions",
                f"Region {letter} is all walls and cannot be held.",
                f"战区 {letter} 全是墙壁，无人能够控制。",
                found=letter,
            )
        elif len(_reachable_cells(board, region)) != len(region):
            yield finding(
                "W-REGION",
                "/regions",
                f"Region {letter} is cut in two: no way inside it leads from one part to the other (001§3.2).",
                f"战区 {letter} 不连通：其内部没有连接各部分的路线（001§3.2）。",
                found=letter,
            )
    if open_cells and len(_reachable_cells(board, open_cells)) != len(open_cells):
        yield finding(
            "E-ROAD",
            "/rows",
            "Walls cut the map in two: no road joins its parts.",
            "墙壁将地图隔断：各部分之间没有道路。",
        )


def _reachable_cells(board: Grid, cells: set[int]) -> set[int]:
    """Return the cells that can be reached from the first of some, within them."""
    start = min(cells)
    reached_cells, frontier = {start}, {start}
    while frontier:
        frontier = {near for cell in frontier for near in board.near[cell]} & cells - reached_cells
        reached_cells |= frontier
    return reached_cells


def _encounter(document: Document) -> Iterator[Problem]:
    """Yield two units on one cell, a region named twice, and a side without units."""
    cells, sides = set[tuple[Any, Any]](), set[Any]()
    units = objects(document, "units")
    for place, entry in units:
        cell = (entry.get("x"), entry.get("y"))
        sides.add(entry.get("side"))
        if cell in cells:
            yield finding(
                "E-PLACE",
                f"/units/{place}",
                f"Another unit is already on column {cell[0]}, row {cell[1]}.",
                f"第 {cell[0]} 列第 {cell[1]} 行已有单位。",
                found=f"{cell[0]}, {cell[1]}",
            )
        cells.add(cell)
    yield from _strays(units)
    if isinstance(document.get("units"), list) and "opponent" not in sides and not document.get("opponents"):
        yield finding(
            "E-SIDE",
            "/units",
            "The opponent has neither units nor heroes.",
            "对手既没有单位也没有英雄。",
            wanted="opponent",
        )
    holdings, letters = objects(document, "holdings"), set[Any]()
    for place, entry in holdings:
        letter = entry.get("region")
        if letter in letters and isinstance(letter, str):
            yield finding(
                "E-PLACE",
                f"/holdings/{place}/region",
                f"Region {letter} is listed twice.",
                f"战区 {letter} 重复列出。",
                found=letter,
            )
        letters.add(letter)
    if isinstance(document.get("holdings"), list) and all(entry.get("control") != "player" for _, entry in holdings):
        yield finding(
            "W-GROUND",
            "/holdings",
            "The player controls no region, so nothing can be deployed.",
            "玩家未控制任何战区，无法部署单位。",
            wanted="player",
        )


def _strays(units: Sequence[tuple[int, Document]]) -> Iterator[Problem]:
    """Yield each unit that has a unit of its side on the map, and nearer to it than any of them two of the other."""
    placements = [
        (place, unit)
        for place, unit in units
        if unit.get("side") in SIDES and is_whole(unit.get("x")) and is_whole(unit.get("y"))
    ]
    for place, unit in placements:
        steps: dict[str, list[int]] = {side: [] for side in SIDES}
        for other, beside in placements:
            if other != place:
                steps[beside["side"]].append(abs(unit["x"] - beside["x"]) + abs(unit["y"] - beside["y"]))
        own, foes = (sorted(steps[side]) for side in sorted(SIDES, key=lambda side: side != unit["side"]))
        if own and foes[1:] and foes[1] < own[0]:
            yield finding(
                "W-STRAY",
                f"/units/{place}/side",
                "This unit starts among those of the other side: is its side meant?",
                "此单位开局时位于另一方的单位之间：所属一方是否正确？",
                found=unit["side"],
            )


def _amounts(document: Document) -> Iterator[Problem]:
    """Yield further amounts that a card reads of itself and has not."""
    amounts = document.get("amounts")
    amount_names = sorted(amounts) if isinstance(amounts, dict) else []
    for path, value in values(document):
        if isinstance(value, dict) and value.get("type") == "eventAmount":
            name = value.get("name")
            if isinstance(name, str) and name not in amount_names:
                yield no_such(
                    "no-such-own-name",
                    f"{path}/name",
                    name,
                    nearest(name, amount_names),
                    sort=LocalizedText("amount", "可变量"),
                )


def _lost_ap(document: Document) -> Iterator[Problem]:
    """Yield changes of AP that cannot matter: at the start of a turn its player's AP is set to the limit (001§2.1)."""
    is_own = document.get("type") in ("order", "event")
    for path, effect, moment in _changes_of_ap(document, "", "action" if is_own else ""):
        is_before_theirs = effect.get("side") == "enemy" and (moment in STEPS_OF_A_TURN or moment in ("action", "cast"))
        if is_before_theirs or (effect.get("side") != "enemy" and moment in AFTER_MAIN_PHASE):
            yield finding(
                "W-LOST",
                path,
                "AP is set to its limit at the start of its player's turn: what is gained or lost here is gone before it can be spent.",
                "专注会在其玩家的回合开始时重置为上限：此处获得或失去的专注在能使用之前就已失效。",
            )


def _changes_of_ap(value: Any, path: str, moment: str) -> Iterator[tuple[str, Document, str]]:
    """Yield the effects that change AP outside of cards inside the card, each with the event or part of the card that does it."""
    if isinstance(value, dict):
        moment = value["triggerOn"] if isinstance(value.get("triggerOn"), str) else moment
        if value.get("type") == "changeAp":
            yield path, value, moment
        for key, member in value.items():
            if key != "is":
                yield from _changes_of_ap(member, f"{path}/{key}", "cast" if key == "cast" else moment)
    elif isinstance(value, list):
        for place, member in enumerate(value):
            yield from _changes_of_ap(member, f"{path}/{place}", moment)


def _event(document: Document) -> Iterator[Problem]:
    """Yield an event that can never come, and a key event with a weight."""
    if "enters" not in document and "weight" not in document and not is_inner(document):
        yield finding(
            "W-WEIGHT",
            "",
            "An event without weight is never drawn; one that effects bring in has weight 0, a key event has “enters” instead.",
            "没有事件权的事件不会被选入；由效果加入的事件应填写事件权 0，关键事件应填写“enters”。",
            wanted="weight",
            fix=({"op": "add", "path": "/weight", "value": 0},),
        )
    if "enters" in document and "weight" in document:
        yield finding(
            "E-WEIGHT",
            "/weight",
            "A key event has no weight (001§10).",
            "关键事件没有事件权（001§10）。",
            fix=removal("/weight"),
        )


def _ability(document: Document) -> Iterator[Problem]:
    """Yield an ability that does nothing, and a static part for what has no such number: only cards cost something."""
    for place, part in objects(document, "static"):
        if (part.get("stat") == "cost") is not (part.get("to") in ("cards", "enemyCards")):
            yield finding(
                "W-IDLE",
                f"/static/{place}/to",
                "This changes nothing: cards have a cost and no other stat, and nothing else has a cost.",
                "此修正不起作用：卡牌只有费用，而其他对象没有费用。",
                wanted="cards",
            )
    if not (document.get("static") or document.get("skills") or document.get("cast")):
        yield finding(
            "W-IDLE",
            "",
            "This ability does nothing: it has no static, triggered or cast part.",
            "此异能没有任何效果：缺少静止式、触发式与施法部分。",
        )

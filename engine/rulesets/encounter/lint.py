"""What the shapes of a card cannot say: maps that no unit can cross, areas off the board, encounters that no side can win. It sees the core form.

Source: 001§3, §10; EN7, EN11.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from engine.errors import Problem
from engine.language.analysis.structure import is_whole
from engine.language.diagnostics.problems import problem
from engine.language.spec.shapes import LocalizedText
from engine.rulesets.encounter.grid import Grid, facts_of
from engine.rulesets.encounter.words import WALL

Json = Mapping[str, Any]
SIDES = ("player", "opponent")


def lint(document: Any) -> Iterator[Problem]:
    """Yield what is odd about a card as a whole."""
    if not isinstance(document, dict):
        return
    match document.get("type"):
        case "map":
            yield from _map(document)
        case "encounter":
            yield from _encounter(document)
        case "event":
            yield from _event(document)
        case "ability":
            yield from _ability(document)


def _texts(value: Any) -> list[str]:
    return value if isinstance(value, list) and all(isinstance(one, str) for one in value) else []


def _map(document: Json) -> Iterator[Problem]:
    """Yield rows of different lengths, regions that are cut in two or all walls, and ground that no road joins."""
    rows, marks = _texts(document.get("rows")), _texts(document.get("regions"))
    if not rows or not marks:
        return
    for key, held in (("rows", rows), ("regions", marks)):
        for place, row in enumerate(held):
            if len(row) != len(rows[0]):
                message = LocalizedText(
                    f"This row has {len(row)} cells; the first row of the map has {len(rows[0])}.",
                    f"此行有 {len(row)} 格；地图首行有 {len(rows[0])} 格。",
                )
                yield problem("E-MAP", f"/{key}/{place}", message, found=len(row), wanted=len(rows[0]))
                return
    if len(marks) != len(rows):
        message = LocalizedText(
            f"The map has {len(rows)} rows of ground and {len(marks)} of regions.",
            f"地图有 {len(rows)} 行地形，却有 {len(marks)} 行战区。",
        )
        yield problem("E-MAP", "/regions", message, found=len(marks), wanted=len(rows))
        return
    yield from _roads(facts_of(document))


def _roads(board: Grid) -> Iterator[Problem]:
    open_cells = {cell for cell, kind in enumerate(board.terrain) if kind != WALL}
    for place, letter in enumerate(board.letters, 1):
        region = {cell for cell in open_cells if board.region[cell] == place}
        if not region:
            message = LocalizedText(
                f"Region {letter} is all walls: nobody can hold it.", f"战区 {letter} 全是墙壁，无人能够控制。"
            )
            yield problem("E-REGION", "/regions", message, found=letter)
        elif len(_reachable_cells(board, region)) != len(region):
            message = LocalizedText(
                f"Region {letter} is cut in two: no way inside it leads from one part to the other (001§3.2).",
                f"战区 {letter} 不连通：其内部没有连接各部分的路线（001§3.2）。",
            )
            yield problem("W-REGION", "/regions", message, found=letter)
    if open_cells and len(_reachable_cells(board, open_cells)) != len(open_cells):
        message = LocalizedText(
            "Walls cut the map in two: no road joins its parts.", "墙壁将地图隔断：各部分之间没有道路。"
        )
        yield problem("E-ROAD", "/rows", message, fix=None)


def _reachable_cells(board: Grid, cells: set[int]) -> set[int]:
    """Return the cells that can be reached from the first of some, within them."""
    start = min(cells)
    reached_cells, frontier = {start}, [start]
    while frontier:
        frontier = [
            near for cell in frontier for near in board.near[cell] if near in cells and near not in reached_cells
        ]
        frontier = list(dict.fromkeys(frontier))
        reached_cells.update(frontier)
    return reached_cells


def _encounter(document: Json) -> Iterator[Problem]:
    """Yield two units on one cell, a region named twice, and a side without units."""
    cells, sides = set[tuple[Any, Any]](), set[Any]()
    units = document.get("units")
    for place, entry in enumerate(units if isinstance(units, list) else ()):
        if not isinstance(entry, dict):
            continue
        cell = (entry.get("x"), entry.get("y"))
        sides.add(entry.get("side"))
        if cell in cells:
            message = LocalizedText(
                f"Another unit already stands on column {cell[0]}, row {cell[1]}.",
                f"第 {cell[0]} 列第 {cell[1]} 行已有单位。",
            )
            yield problem("E-PLACE", f"/units/{place}", message, found=f"{cell[0]}, {cell[1]}")
        cells.add(cell)
    yield from _strays(units if isinstance(units, list) else ())
    if isinstance(units, list) and "opponent" not in sides and not document.get("opponents"):
        message = LocalizedText("The opponent has neither units nor heroes.", "对手既没有单位也没有英雄。")
        yield problem("E-SIDE", "/units", message, wanted="opponent")
    regions, letters = document.get("holdings"), set[Any]()
    for place, entry in enumerate(regions if isinstance(regions, list) else ()):
        letter = entry.get("region") if isinstance(entry, dict) else None
        if letter in letters and isinstance(letter, str):
            message = LocalizedText(f"Region {letter} is listed twice.", f"战区 {letter} 重复列出。")
            yield problem("E-PLACE", f"/holdings/{place}/region", message, found=letter)
        letters.add(letter)
    if isinstance(regions, list) and not any(
        isinstance(entry, dict) and entry.get("control") == "player" for entry in regions
    ):
        message = LocalizedText(
            "The player controls no region, so nothing can be deployed.", "玩家未控制任何战区，无法部署单位。"
        )
        yield problem("W-GROUND", "/holdings", message, wanted="player")


def _strays(units: Sequence[Any]) -> Iterator[Problem]:
    """Yield each unit that has a unit of its side on the map, and nearer to it than any of them two of the other."""
    placements = [
        (place, unit)
        for place, unit in enumerate(units)
        if isinstance(unit, dict) and unit.get("side") in SIDES and is_whole(unit.get("x")) and is_whole(unit.get("y"))
    ]
    for place, unit in placements:
        steps: dict[str, list[int]] = {side: [] for side in SIDES}
        for other, beside in placements:
            if other != place:
                steps[beside["side"]].append(abs(unit["x"] - beside["x"]) + abs(unit["y"] - beside["y"]))
        own, foes = (sorted(steps[side]) for side in sorted(SIDES, key=lambda side: side != unit["side"]))
        if own and foes[1:] and foes[1] < own[0]:
            message = LocalizedText(
                "This unit starts among those of the other side: is its side meant?",
                "此单位开局时位于另一方的单位之间：所属一方是否正确？",
            )
            yield problem("W-STRAY", f"/units/{place}/side", message, found=unit["side"])


def _event(document: Json) -> Iterator[Problem]:
    """Yield an event that can never come, and a key event with a weight."""
    if "enters" not in document and not document.get("weight"):
        message = LocalizedText(
            "An event without weight is never drawn; a key event has “enters” instead.",
            "没有事件权的事件不会被选入；关键事件应填写“enters”。",
        )
        yield problem("W-WEIGHT", "", message, wanted="weight")
    if "enters" in document and "weight" in document:
        message = LocalizedText("A key event has no weight (001§10).", "关键事件没有事件权（001§10）。")
        yield problem("E-WEIGHT", "/weight", message, fix=[{"op": "remove", "path": "/weight"}])


def _ability(document: Json) -> Iterator[Problem]:
    """Yield an ability that does nothing."""
    if not (document.get("static") or document.get("skills") or document.get("cast")):
        message = LocalizedText(
            "This ability does nothing: it has no static, triggered or cast part.",
            "此异能没有任何效果：缺少静止式、触发式与施法部分。",
        )
        yield problem("W-IDLE", "", message)

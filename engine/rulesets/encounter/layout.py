"""How the table of this game is drawn: the grid with its ground, regions and units, where they can move and whom they can strike."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from engine.language.spec import LocalizedText, titles
from engine.ruleset import BoardLayout, Mark, Terrain
from engine.toolkit.costs import too_dear
from engine.toolkit.rules import Entities, State

from .card_state import cost_of
from .grid import distance, word_of
from .movement import reachable
from .table import ABILITIES, FIELD, HAND, REGIONS, TABLE, grid, range_of
from .words import STATUS_NAMES, TERRAINS, UNITS


def _regions(st: State) -> list[tuple[LocalizedText, int, Sequence[int]]]:
    board = grid(st)
    regions: list[tuple[LocalizedText, int, Sequence[int]]] = []
    for region, letter in zip(st.zone(TABLE, REGIONS), board.letters, strict=True):
        entity = st.entities[region]
        cells = [cell for cell, number in enumerate(board.region) if number == entity["index"]]
        name = LocalizedText(f"Region {letter.upper()}", f"战区 {letter.upper()}")
        regions.append((name, entity["control"] - 1, cells))
    return regions


def _cell(st: State, eid: int) -> int:
    held = st.entities[eid]
    return int(held["cell"]) if held["zone"] == FIELD else -1


def _ways(st: State, eid: int) -> Mapping[int, Sequence[int]]:
    return {cell: way[2] for cell, way in reachable(st, eid).items()} if _cell(st, eid) >= 0 else {}


def _reach(st: State, eid: int) -> list[int]:
    origin, board = _cell(st, eid), grid(st)
    if origin < 0:
        return []
    far, cells = range_of(st, eid), range(board.width * board.height)
    return [cell for cell in cells if cell != origin and distance(board.width, origin, cell) <= far]


def _attachments(st: State, eid: int) -> Entities:
    return st.zones.get((eid, ABILITIES), ()) if st.entities[eid]["kind"] in UNITS else ()


def _size(st: State) -> tuple[int, int]:
    board = grid(st)
    return board.width, board.height


QUESTIONS = titles(
    ("action", "What do you do?", "选择行动"),
    ("deploy", "Where does the hero deploy?", "选择英雄的部署位置"),
    ("cell", "On which cell?", "选择格子"),
    ("discard", "Which cards do you discard?", "选择要弃掉的牌"),
    ("moveTo", "To which cell does the unit move?", "选择单位移至的格子"),
    ("target", "On what?", "选择目标"),
)
AP = LocalizedText("AP", "专注")


def _refusals(st: State, seat: int) -> Iterator[tuple[tuple[str, int], LocalizedText]]:
    """Yield the cards of a hand that cannot be paid, with the reason."""
    yield from too_dear(st.zone(seat + 1, HAND), lambda card: cost_of(st, card), st.entities[seat + 1]["ap"], AP)


LAYOUT = BoardLayout(
    phases=("BP", "main", "EP"),
    marks=(
        Mark("health", "meter", maximum="mhp"),
        Mark("spd", "corner"),
        *(Mark(name, "pips", maximum=f"{name}Max") for name in ("at", "mt", "ct")),
        Mark("leader", "word"),
        *(Mark(name, "word") for name in STATUS_NAMES),
    ),
    questions=QUESTIONS,
    refusals=_refusals,
    steps={"BeDamaged": (LocalizedText("{sourceUUID} → {unitUUID}", "{sourceUUID} → {unitUUID}"), ("amount",))},
    attachment_zones=frozenset(("borne",)),
    quiet=frozenset(f"control{letter}" for letter in "ABCDEFGH"),
    attachments=_attachments,
    terrain=Terrain(
        zones=(FIELD, "neutral"),
        terrains=TERRAINS,
        size=_size,
        terrain=lambda st: st.globals["terrain"],
        regions=_regions,
        cell=_cell,
        ways=_ways,
        reach=_reach,
        word=word_of,
        values=lambda columns, cell: {"x": cell % columns + 1, "y": cell // columns + 1},
    ),
)

"""Units that an effect deploys: one after the other, each on a cell that its side chooses. Source: 001§3.2.2, §6.1; EN5."""

from __future__ import annotations

from engine.toolkit.rules import RETURN, EnvironmentId, Jump, State, answer, ask, chance, flow, new_question
from engine.toolkit.steps import jumps

from .grid import NOWHERE, cell_of, word_of
from .table import deploy, deployable, grid


def ask_cell(st: State, env_id: EnvironmentId) -> Jump:
    """Prompt for the cell of the next unit; without a free cell it is not deployed."""
    names = st.writable_environment(env_id).names
    player, board = names["player"], grid(st)
    cells = deployable(st, player)
    if not names["left"] or not cells:
        return RETURN
    names["left"] -= 1
    if not st.program.config["asksCell"]:
        cells = (_nearest(st, player, names["near"], cells),)
    words = tuple(word_of(board.width, cell) for cell in cells)
    source = st.environments[env_id].source or 0
    return ask(st, env_id, new_question(player - 1, "cell", "deploy", words, source=source))


def _nearest(st: State, player: int, origin: int, cells: tuple[int, ...]) -> int:
    """Return the cell nearest to another; without one, any."""
    if origin == NOWHERE:
        return cells[chance(st, f"deploy/{player - 1}", len(cells))]
    row = grid(st).far[origin]
    return min(cells, key=lambda cell: (row[cell], cell))


def arrive(st: State, env_id: EnvironmentId) -> None:
    """Deploy it."""
    names = st.environments[env_id].names
    (word,) = answer(st, env_id)
    deploy(st, names["unit"], names["player"], cell_of(grid(st).width, word), leaves=names["leaves"])


BLOCKS = (flow("encounter/arrive", ask_cell, arrive, jumps("next_unit", "ask_cell")),)

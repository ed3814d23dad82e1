"""Measure the strength of every shipped card, and record scenarios for what is unguarded.

`python -m tests.engine.strength [GAME]` measures and writes the tables, `… GAME changed` those cards alone that changed since, or whose
scenarios did; `… GAME record FIRST LAST` plays the cards with unguarded blocks on the
boards of these seeds and adds what it records to `scenarios/recorded.json` of the game.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence

from engine import api
from engine.rulesets import find, names
from tests.engine.homes import search_games
from tests.engine.strength.measuring import mark, measured, row, share, stored_measurement, with_blocks, write
from tests.engine.strength.recording import recorded


def record(game: str, seeds: range) -> int:
    """Add scenarios for the unguarded blocks of the kept measurement; return how many."""
    file = find(game).folder / "scenarios" / "recorded.json"
    values = json.loads(file.read_text("utf-8")) if file.is_file() else []
    names_there = {value["name"] for value in values}
    documents = {document["id"]: document for document, _ in api.card_set(game)}
    before = len(values)
    for card, (_, _, _, open_blocks) in stored_measurement(game).items():
        if open_blocks:
            for value in recorded(find(game), documents[card], api.card_set(game), set(open_blocks), seeds):
                while value["name"] in names_there:
                    value["name"] += " +"
                names_there.add(value["name"])
                values.append(value)
            file.write_text(json.dumps(values, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    return len(values) - before


def main(arguments: Sequence[str]) -> int:
    """Measure all or what changed, or record; say how many blocks are guarded."""
    game, what, first, last = (*arguments, *("", "", "1", "12")[len(arguments) :])
    if what == "record":
        print(f"{game}: {record(game, range(int(first), int(last) + 1))} scenarios recorded; measure again")
        return 0
    for name in [game] if game else names():
        known = stored_measurement(name) if what == "changed" else {}
        old = {card: known[card] for card in with_blocks(name) if known.get(card, [""])[0] == mark(name, card)}
        write(name, {card: old.get(card) or row(name, card, measured(name, card)) for card in with_blocks(name)})
        guarded_blocks, total = share([name])
        print(f"{name}: {guarded_blocks} of {total} blocks guarded, {guarded_blocks / total:.1%}")
    guarded_blocks, total = share(names())
    print(f"all: {guarded_blocks} of {total}, {guarded_blocks / total:.1%}")
    return 0


if __name__ == "__main__":
    search_games()
    sys.exit(main(sys.argv[1:]))

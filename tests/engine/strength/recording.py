"""Scenarios that are recorded: a card is played at random on a board, and what came of it is written down as facts."""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from engine import api
from engine.cardset import HashedCard
from engine.errors import EngineBug, IllegalAction
from engine.kernel.chance import Stream
from engine.kernel.decisions import MAIN, Action, Decision
from engine.kernel.machine import apply
from engine.language.reading.strings import strings_in
from engine.packs.reader import Document
from engine.ruleset import Ruleset
from engine.scenario.facts import _entity_facts
from engine.scenario.play import acted_out
from engine.scenario.reading import read_scenario
from engine.scenario.scene import Scene, setup_scene
from engine.scenario.strength import Strength, strength, taking_part
from tests.engine.laws.campaign import answer
from tests.engine.strength.boards import SUBJECT, boards

Json = dict[str, Any]
ANSWERS = 9
"""Answers of one recorded scenario at most."""
NAME = 110
FACTS, EVENTS = 40, 30


def recorded(
    ruleset: Ruleset, card: Json, cards: Sequence[HashedCard], open_blocks: set[str], seeds: range
) -> Iterator[Json]:
    """Yield scenarios until every block of a card is guarded, or no seed is left; each guards a block that none before did."""
    table = {str(held["id"]): (held, digest) for held, digest in cards}
    ids = set(open_blocks)
    number = 0
    for seed in seeds:
        for part in boards(ruleset, card, cards, seed):
            value = played(ruleset, card, table, part, seed)
            if value is None:
                continue
            new_guards = {
                block.path for block in _guards(ruleset, card, value, cards).blocks if block.guard == "guarded"
            } & ids
            if new_guards:
                number += 1

                def keeps(less: Json, new_guards: set[str] = new_guards) -> bool:
                    return new_guards <= {
                        block.path for block in _guards(ruleset, card, less, cards).blocks if block.guard == "guarded"
                    }

                small = smaller(ruleset, value, cards, keeps)
                yield {**renamed(small), "name": _name(ruleset, card, number)}
                ids -= new_guards
            if not ids:
                return


def smaller(ruleset: Ruleset, value: Json, cards: Sequence[HashedCard], keeps: Callable[[Json], bool]) -> Json:
    """Return a scenario without the zones around the card that it does without, its facts recorded again unless they are of what is legal."""
    legal = [fact for fact in value["then"] if "legal" in fact]
    table = {str(state["id"]): (state, digest) for state, digest in cards}
    given = value["given"]
    holders = [("seats", place) for place in range(len(given["seats"]))] + ([("table", 0)] if "table" in given else [])
    for part, place in holders:
        for zone in [name for name, state in _holder(value, part, place).items() if isinstance(state, list)]:
            if any(each.get("as") == SUBJECT for each in _holder(value, part, place)[zone]):
                continue
            shorter_copy = copy.deepcopy({key: state for key, state in value.items() if key != "then"})
            del _holder(shorter_copy, part, place)[zone]
            try:
                cut = {**shorter_copy, "then": legal} if legal else _cut(ruleset, shorter_copy, table)
            except (IllegalAction, EngineBug):
                continue
            if cut is not None and keeps(cut):
                value = cut
    if not value["given"].get("table", True):
        del value["given"]["table"]
    return value


def _holder(value: Json, part: str, place: int) -> Json:
    held: Json = value["given"]["table"] if part == "table" else value["given"]["seats"][place]
    return held


def renamed(value: Json) -> Json:
    """Return a scenario whose cards are called by the last part of their ids."""
    names: dict[str, str] = {SUBJECT: SUBJECT}
    placement = [
        item
        for holder in (*value["given"]["seats"], value["given"].get("table", {}))
        for zone in holder.values()
        if isinstance(zone, list)
        for item in zone
    ]
    for item in placement:
        if item["as"] != SUBJECT:
            plain = re.sub(r"[^A-Za-z0-9]", "", re.split(r"[./]", item["card"])[-1].title())
            base = plain[:1].lower() + plain[1:24]
            names[item["as"]] = base if base not in names.values() else f"{base}{len(names)}"
    text = json.dumps(value, ensure_ascii=False)
    text = re.sub(r'"(c\d+)"', lambda found: json.dumps(names.get(found[1], found[1])), text)
    return dict(json.loads(text))


def _guards(ruleset: Ruleset, card: Json, value: Json, cards: Sequence[HashedCard]) -> Strength:
    document = Document(value, json.dumps(value, ensure_ascii=False), file="recorded.json")
    return strength(ruleset, card["id"], [document], cards)


def _name(ruleset: Ruleset, card: Json, number: int) -> str:
    """Return the title of a recorded scenario: the card, and the beginning of what it does in words."""
    said = " ".join(api.describe(ruleset.name, card, "en").split())
    short = said if len(said) <= NAME else said[: said.rindex(" ", 0, NAME)] + " …"
    return f"{card['name']}: {short}" + (f" ({number})" if number > 1 else "")


def played(ruleset: Ruleset, card: Json, known_ids: dict[str, HashedCard], part: Json, seed: int) -> Json | None:
    """Return a scenario of one random course on a board, or None where it cannot be set up or leaves the board as it was."""
    frame: Json = {
        "format": "scenario/1",
        "ruleset": ruleset.name,
        "name": "n",
        "source": "recorded by python -m tests.engine.strength: what the engine did then",
        "seed": seed,
        **part,
    }
    words = [*strings_in(frame), *strings_in(ruleset.config)]
    document = Document({**frame, "then": []}, "", file="recorded.json")
    scenario, _ = read_scenario(ruleset, document, "", taking_part(words, known_ids))
    if scenario is None:
        return None
    coverage: dict[tuple[str, str], int] = {}
    try:
        scene = setup_scene(ruleset, scenario, coverage)
        when, keep = [], 0
        rng = Stream(seed, f"record/{card['id']}")
        reach = _reached(coverage, card["id"])
        for _ in range(ANSWERS):
            decision = scene.decision()
            if decision is None:
                break
            action = answer(scene.state, decision, card["id"], rng)
            when.append(_scenario_answer(scene, decision, action))
            scene.go(apply(scene.state, action, decision.seat))
            now = _reached(coverage, card["id"])
            if now != reach:
                reach, keep = now, len(when)
        if not reach:
            return None
        return _cut(ruleset, {**frame, "when": when[:keep]}, known_ids)
    except (IllegalAction, EngineBug):
        return None


def _cut(ruleset: Ruleset, value: Json, known_ids: dict[str, HashedCard]) -> Json | None:
    """Return a scenario with the facts that hold after its actions and did not before."""
    words = [*strings_in(value), *strings_in(ruleset.config)]
    document = Document({**value, "then": []}, "", file="recorded.json")
    scenario, _ = read_scenario(ruleset, document, "", taking_part(words, known_ids))
    if scenario is None:
        return None
    scene = setup_scene(ruleset, scenario)
    before = _facts(scene)
    events = scene.happened
    if next(acted_out(scene, scenario), None) is not None:
        return None
    after = _facts(scene)
    then = [fact for key, fact in _changes(before, after)]
    then += [{"events": [name for name, _ in events][:EVENTS]}] if events else []
    return {**value, "then": then[:FACTS]} if then else None


def _changes(before: dict[str, Json], after: dict[str, Json]) -> Iterator[tuple[str, Json]]:
    for key, fact in after.items():
        old = before.get(key)
        if "is" in fact:
            kept = {name: value for name, value in fact["is"].items() if old is None or old["is"].get(name) != value}
            if kept:
                yield key, {**fact, "is": kept}
        elif fact != old:
            yield key, fact


def _facts(scene: Scene) -> dict[str, Json]:
    """Return what may be said of a match now, by what it is about."""
    board, out = scene.board, dict[str, Json]()
    for seat in range(scene.seats):
        eid = board.player(scene.state, seat)
        table = dict(_entity_facts(scene, eid))
        if board.seat_counts is not None:
            table |= board.seat_counts(scene.state, seat)
        named = {item.name: item for item in board.seat}
        values = {
            name: table[name] for name, first in named.items() if isinstance(table.get(name), int) and not first.zone
        }
        out[f"seat {seat}"] = {"seat": seat, "is": values}
        for zone in board.zones:
            if not zone.shared:
                labels = [
                    scene.label(zone_content) for zone_content in board.zone_contents(scene.state, seat, zone.name)
                ]
                out[f"zone {seat} {zone.name}"] = {"zone": [seat, zone.name], "holds": labels}
    for zone in board.zones:
        if zone.shared:
            labels = [scene.label(zone_content) for zone_content in board.zone_contents(scene.state, -1, zone.name)]
            out[f"zone table {zone.name}"] = {"zone": ["table", zone.name], "holds": labels}
    for name, eid in scene.names.items():
        ent = scene.state.entities.get(eid)
        if ent is not None:
            has_names = [item.name for item in board.card if not item.zone]
            out[f"entity {name}"] = {
                "entity": name,
                "is": {key: ent[key] for key in has_names if isinstance(ent.get(key), int)},
            }
    return out


def _reached(coverage: dict[tuple[str, str], int], card: str) -> int:
    return sum(count for (node, deed), count in coverage.items() if deed == "reached" and node.startswith(f"{card}#"))


def _scenario_answer(scene: Scene, decision: Decision, action: Action) -> Json:
    """Return an answer as a scenario writes it."""
    labels = [scene.option(decision, option) for option in action]
    if decision.kind != MAIN:
        return {"seat": decision.seat, "answer": labels}
    verb, _, thing = str(labels[0]).partition(":")
    return {"seat": decision.seat, "do": verb, **({"entity": thing} if thing else {})}


__all__ = ["SUBJECT", "played", "recorded", "renamed", "smaller"]

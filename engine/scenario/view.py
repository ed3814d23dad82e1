"""A scenario as a page draws it: its sentences, its board at one moment, what can be changed there, and what could be said of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from engine.formats.scenario import TABLE, board_of
from engine.json_values import Json, JsonObject
from engine.kernel.machine import Step
from engine.language.spec import LocalizedText
from engine.replay import result_json
from engine.ruleset import Ruleset, Variable
from engine.scenario.facts import same
from engine.scenario.phrases import NONE, Part, Phrases, listed, plain
from engine.scenario.scene import Scene
from engine.scenario.walk import ANONYMOUS, Entry, Walk
from engine.scenario.written import Facts, as_fact, facts_now
from engine.simulation.sandbox import Sandbox
from engine.simulation.watch import Narrator, Watched

Names = Mapping[str, LocalizedText]
MAX_HELD = 12
"""Cards of a zone that a fact may list; of a larger one it says how many there are."""


def scenario_view(ruleset: Ruleset, run: Walk, names: Names, *, place: int | None, card: str) -> JsonObject:
    """Return a scenario as it is drawn after some entries of `when`, or before its phase begins.

    Shapes: `board` is the table as `preview_watch` has it, with the question of a moment; `offer` what can be changed before the phase, as of a sandbox, with what begins; `given`
            are sentences by whom they are about, `steps` those of `when`, `facts` those at the end; `open` are statements that would hold at this moment, each with its `key`, whether the actions before
            `changed` it, and whether it is `stated`; `state` is that of the scenario.
    """
    last = len(run.moments) - 1
    place = None if place is None else max(0, min(place, last))
    return _Drawing(ruleset, run, names, card).view(place)


class _Drawing:
    """Draws one scenario that was walked through."""

    def __init__(self, ruleset: Ruleset, run: Walk, names: Names, card: str) -> None:
        self._ruleset, self._walk, self._board = ruleset, run, board_of(ruleset)
        self._value, self._names = run.scenario.value, names
        cards = {
            name: str(run.scene.state.entities.get(eid, {}).get("def", "")) for name, eid in run.scene.names.items()
        }
        rows = {entry.name: _card_of(self._value, entry) for entry in run.entries.values() if entry.name}
        self._say = Phrases(ruleset, self._board, {**cards, **rows}, names)
        document = run.scene.cards.get(card, {"id": card})
        self._narrator = Narrator(ruleset, names, None, document, run.scene.seats)

    def view(self, place: int | None) -> JsonObject:
        """Return everything."""
        steps = list(self._steps())
        opening = Watched(None, (), Step(self._walk.state, (), None, None))
        table = self._narrator.table(opening if place is None else self._walk.moments[place])
        return {
            "name": self._value["name"],
            "state": self._walk.outcome,
            "last": len(self._walk.moments) - 1,
            "seats": self._walk.scene.seats,
            "board": {
                **table,
                "round": self._walk.state.turn if place is None else self._walk.moments[place].step.state.turn,
            },
            "given": [*self._beginning()],
            "steps": steps,
            "facts": [part.to_json() for part in self._facts(self._value["then"], "/then")],
            "elsewhere": [*self._elsewhere()],
            "offer": self._offer() if place is None else None,
            "open": [] if place is None else [*self._open(place)],
            "cards": {str(eid): entry.name for eid, entry in self._walk.entries.items()},
        }

    def _beginning(self) -> Iterator[JsonObject]:
        board_facts = self._value.get("given", {})
        phase = board_facts.get("phase", self._board.phases[0].name)
        yield {"holder": "", "words": self._say.begins(phase, board_facts.get("active", 0))._asdict()}
        sides = [
            *enumerate(board_facts.get("seats", [])),
            *([(-1, board_facts[TABLE])] if board_facts.get(TABLE) else []),
        ]
        for seat, holder in sides:
            for words in self._say.side(seat, holder):
                yield {"holder": TABLE if seat < 0 else f"seat:{seat}", "words": words._asdict()}

    def _steps(self) -> Iterator[JsonObject]:
        """Yield the entries of `when`: an answer with what it chose and what came of it, or the statements of facts in between."""
        moments = self._walk.moments
        self._narrator.row(0, moments[0])  # it meets the cards of the board
        self._narrator.follow(moments[0])
        for place, action in enumerate(self._value["when"]):
            moment = moments[place + 1] if place + 1 < len(moments) else None
            path = f"/when/{place}"
            if "then" in action:
                parts = [part.to_json() for part in self._facts(action["then"], f"{path}/then")]
                yield {
                    "path": path,
                    "facts": parts,
                    "words": None,
                    "lines": None,
                    "refused": None,
                    "is_reached": moment is not None,
                }
                continue
            failed = next(
                (one for one in self._walk.failures if one.path == path or one.path.startswith(path + "/")), None
            )
            reason = None if failed is None else failed.message._asdict()
            lines = None
            if moment is not None:
                lines = self._narrator.row(place, moment)["lines"]
                self._narrator.follow(moment)
            yield {
                "path": path,
                "facts": None,
                "words": self._action(action, moment)._asdict(),
                "lines": lines,
                "refused": reason,
                "is_reached": moment is not None,
            }

    def _action(self, action: Json, moment: Watched | None) -> LocalizedText:
        """Return an action in words: who, and what was chosen."""
        if "do" in action:
            choice = self._say.label(f"{action['do']}:{action['entity']}" if "entity" in action else action["do"])
        elif moment is not None and moment.asked is not None:
            choice = listed([self._narrator.option(moment.asked, option) for option in moment.action], NONE)
        else:
            choice = listed(
                [self._say.label(label) if isinstance(label, str) else plain(label) for label in action["answer"]], NONE
            )
        player = self._say.player(action["seat"])
        return LocalizedText(f"{player.en}: {choice.en}", f"{player.zh}：{choice.zh}")

    def _facts(self, facts: Sequence[Json], path: str) -> Iterator[Part]:
        for number, fact in enumerate(facts):
            yield from self._say.parts(fact, f"{path}/{number}", self._walk.failures)

    def _elsewhere(self) -> Iterator[JsonObject]:
        """Yield what fails and is no action and no fact: chance that was not used up."""
        for failure in self._walk.failures:
            if not failure.path.startswith(("/when/", "/then/")):
                yield {"path": failure.path, "words": failure.message._asdict()}

    def _offer(self) -> JsonObject:
        """Return what can be changed before the phase begins."""
        board_facts = self._value.get("given", {})
        sandbox = Sandbox(self._ruleset, self._walk.scene.cards, self._walk.scene.seats)
        offer = sandbox.offered(self._walk.state)
        rows = [
            {**row, "as": self._walk.entries[row["id"]].name}
            for row in offer["placed"]
            if row["id"] in self._walk.entries
        ]
        return {
            **offer,
            "placed": rows,
            "cards": [],
            "phases": [{"name": one.name, "title": one.title._asdict()} for one in self._board.phases],
            "phase": board_facts.get("phase", self._board.phases[0].name),
            "active": board_facts.get("active", 0),
            "seed": self._value.get("seed", 0),
        }

    def _open(self, place: int) -> Iterator[JsonObject]:
        """Yield what could be said at a moment, with its words and whether the actions before it changed it."""
        scene, before = named_scene(self._walk, place), facts_now(named_scene(self._walk, 0))
        now = facts_now(scene)
        facts = self._value["then"]
        for key, value in now.items():
            yield from self._statements(scene, key, value, before, facts)
        counts = Counter(name for name, _ in self._walk.happened[place])
        for name, count in counts.items():
            if self._ruleset.vocabulary.event(name) is not None:
                yield _row(
                    f"event/{name}", "", self._say.event(name, count), False, facts, {"event": name, "count": count}
                )
        fact = outcome_fact(scene)
        [part] = self._say.parts(fact, "", ())
        yield _row("ending", "", part.words, place > 0 and "result" in fact, facts, fact)

    def _statements(
        self, scene: Scene, key: tuple[str, ...], value: Any, before: Facts, facts: Sequence[Json]
    ) -> Iterator[JsonObject]:
        sort, holder, name = key
        is_changed = before.get(key) != value
        if sort == "zone":
            seat = -1 if holder == TABLE else int(holder)
            count = len(self._board.zone_contents(scene.state, seat, name))
            where = f"zone:{seat}:{name}"
            if (
                isinstance(value, list)
                and len(value) <= MAX_HELD
                and all(self._is_card(scene, label) for label in value)
            ):
                labels = [self._label(scene, label) for label in value]
                holds = [self._in_document(label) for label in value]
                fact: JsonObject = {"zone": [TABLE if seat < 0 else seat, name], "holds": holds}
                yield _row("/".join(key), where, self._say.zone(seat, name, listed(labels)), is_changed, facts, fact)
            fact = {"zone": [TABLE if seat < 0 else seat, name], "count": count}
            yield _row(
                f"count/{holder}/{name}", where, self._say.zone(seat, name, self._say.count(count)), False, facts, fact
            )
            return
        variables = {"table": self._board.table, "seat": self._board.seat, "entity": self._board.card}[sort]
        variable = next((one for one in variables if one.name == name), None)
        if variable is None or not variable.in_story:
            return
        eid = scene.names.get(holder, 0)
        words = {
            "table": self._say.player(-1),
            "seat": self._say.player(int(holder)) if sort == "seat" else self._say.player(-1),
            "entity": self._label(scene, holder),
        }[sort]
        where = {"table": TABLE, "seat": f"seat:{holder}", "entity": f"card:{eid}"}[sort]
        row = "/".join((sort, str(eid) if sort == "entity" else holder, name))
        statement = as_fact(scene, (sort, self._in_document(holder), name) if sort == "entity" else key, value)
        number = self._in_document(value) if variable.zone else value
        yield {
            **_row(
                row,
                where,
                self._say.number(words, variable, self._label(scene, value) if variable.zone else value),
                is_changed,
                facts,
                statement,
            ),
            **_number(variable, number),
        }

    def _is_card(self, scene: Scene, label: Any) -> bool:
        """Return whether a label is that of a card: dice and the like have none that a scenario could write."""
        return label in scene.names or label in scene.cards

    def _label(self, scene: Scene, label: Any) -> LocalizedText:
        """Return a label of a scene in which every placed card has a name."""
        if isinstance(label, str) and label.startswith(ANONYMOUS):
            return self._say.card(str(scene.state.entities.get(scene.names[label], {}).get("def", label)))
        return self._say.label(label)

    def _in_document(self, label: Any) -> Any:
        """Return a label as the scenario itself writes it: a card without a name by its id."""
        if isinstance(label, str) and label.startswith(ANONYMOUS):
            eid = int(label[1:])
            entry = self._walk.entries[eid]
            return _card_of(self._value, entry)
        return label


def named_scene(run: Walk, place: int) -> Scene:
    """Return the scene after some entries of `when`, in which each placed card has a name: its own, or its number behind a mark."""
    scene = run.scene_at(place)
    names = {entry.name or f"{ANONYMOUS}{eid}": eid for eid, entry in run.entries.items()}
    return Scene(scene.ruleset, scene.board, scene.seats, scene.step, names, scene.happened, scene.cards)


def outcome_fact(scene: Scene) -> JsonObject:
    """Return the fact of how the match stands: its result, or who must decide."""
    result = result_json(scene.step.result)
    if result is not None:
        return {"result": {"outcome": result["outcome"], "winner": result["winner"]}}
    question = scene.asked()
    if question is None:
        return {"decision": None}
    name = "prompt" if question["prompt"] in scene.board.layout.questions else "kind"
    return {"decision": {"seat": question["seat"], name: question[name]}}


def _card_of(value: JsonObject, entry: Entry) -> str:
    board_facts = value["given"]
    return str(
        (board_facts[TABLE] if entry.seat < 0 else board_facts["seats"][entry.seat])[entry.zone][entry.place]["card"]
    )


def _number(variable: Variable, value: Any) -> JsonObject:
    """Return what a number may be, where a statement is about one."""
    return {"value": value, "low": variable.low, "high": variable.high} if type(value) is int else {}


def _row(
    key: str, holder: str, words: LocalizedText, is_changed: bool, facts: Sequence[Json], fact: Json
) -> JsonObject:
    """Return a statement that would hold; it is stated where a fact says the same, whatever its value."""
    return {
        "key": key,
        "holder": holder,
        "words": words._asdict(),
        "changed": is_changed,
        "stated": any(_is_said(fact, one) for one in facts),
    }


def _is_said(fact: Json, existing: Json) -> bool:
    """Return whether another fact is about what a fact is about."""
    for name, value in fact.items():
        if isinstance(value, dict) and isinstance(existing.get(name), dict) and name in ("is", TABLE):
            if not value.keys() <= existing[name].keys():
                return False
        elif name in ("holds", "count", "decision", "result"):
            if name not in existing:
                return False
        elif not same(existing.get(name), value):
            return False
    return True

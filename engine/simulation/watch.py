"""A match of a preview played again for a viewer: its answers, what each led to, and the table at one step.

A match is never stored: the plan and the trace that names it are enough, and its answers spare the bots' thinking the second time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from engine.bots.players import GreedyBot
from engine.cardset import shipped_texts
from engine.errors import EngineBug, IllegalAction
from engine.json_values import Json, JsonObject
from engine.kernel.chance import Stream
from engine.kernel.decisions import MAIN, Action, Decision, Option, action_key, entity_of, option_key, parse_action
from engine.kernel.digest import digest
from engine.kernel.machine import Step, apply, start
from engine.kernel.mutations import EventRaised, LogEntry
from engine.kernel.state import State
from engine.kernel.view import View
from engine.language.reading.surface import desugar
from engine.language.spec import LocalizedText
from engine.ruleset import BoardLayout, Ruleset
from engine.scene import scene
from engine.simulation.foresight import option_foresight
from engine.simulation.ladder.matches import parted_match
from engine.simulation.ladder.plan import FORMAT as LADDER
from engine.simulation.plan import FORMER, spec_hash
from engine.simulation.play import Decks, World, bot_of, decks_of
from engine.simulation.run import worlds
from engine.simulation.sandbox import Sandbox, change_words, is_change
from engine.simulation.worth.matches import turned_match
from engine.simulation.worth.plan import FORMAT as WORTH
from engine.story import Actions, Story

Names = Mapping[str, LocalizedText]

ARMS = ("candidate", "baseline", "mirror")
EXPERIMENTS: Mapping[str, Callable[[Ruleset, Json, Json], tuple[World, Decks]]] = {
    WORTH: turned_match,
    LADDER: parted_match,
}
"""What matches of other plans than a preview's are played in, by the format of the plan."""

STOP_ANSWER = "stopped"
"""What ends the answers of a match in which a bot's thought broke a budget: nobody answered any more."""


class Watched(NamedTuple):
    """One step, and the question and answer that led to it, or the line of a change by hand; the opening has neither."""

    asked: Decision | None
    action: Action
    step: Step
    change: str = ""


def traced(ruleset: Ruleset, spec: Json, trace: Json) -> tuple[World, Decks]:
    """Return the world of a traced match and the deck of each seat: the arm, the seat and the decks of a trace say who holds what.

    Errors: IllegalAction `no-such-match` for a trace that is none of this plan's.
    """
    if spec["format"] in EXPERIMENTS:
        return EXPERIMENTS[spec["format"]](ruleset, spec, trace)
    return seated(worlds(ruleset, spec, spec_hash(spec)), spec, trace)


def seated(pair: Sequence[World], spec: Json, trace: Json) -> tuple[World, Decks]:
    """Return what `traced` does, of the worlds of a plan.

    Errors: IllegalAction `no-such-match` for a trace that is none of this plan's.
    """
    layout, stratum = spec["layout"], trace["opponent"].split(":")
    if stratum not in layout["strata"] or trace["arm"] not in ARMS:
        raise IllegalAction("no-such-match", f"{trace['arm']} against {trace['opponent']} is no match of this plan")
    new, old = [layout["card"]], [document["id"] for document in spec["formers"]]
    seats = range(pair[0].ruleset.experiment.seats)
    match layout["unit"], trace["arm"]:
        case "seat", "candidate":
            sides = [new if seat == trace["seat"] else old for seat in seats]
        case "seat", _:
            sides = [old for _ in seats]
        case "side", arm:
            sides = [(new if arm == "candidate" else old) if seat == layout["side"] else [] for seat in seats]
        case _, arm:
            both = new if arm == "candidate" or spec["baseline"] else layout["references"]
            sides = [both for _ in seats]
    side = pair[layout["unit"] == "table" and trace["arm"] == "baseline"]
    return side, decks_of(spec, stratum, sides)


def watch(
    side: World, decks: Decks, seed: int, answers: Sequence[str] | None = None, *, log: bool = False
) -> Iterator[Watched]:
    """Yield the steps of a match, answered by the plan's bots, or as given, with changes by hand; a match whose bot's thought breaks a budget stops there.

    Errors: IllegalAction `not-offered` for answers of another engine; BoardRefusal for a change that the table does not take.
    """
    ruleset = side.ruleset
    bots = [bot_of(side) for _ in range(ruleset.experiment.seats)]
    rngs = [Stream(seed, f"bot/{place}") for place in range(ruleset.experiment.seats)]
    step, position = start(side.program, seed, ruleset.opening, side.opening(decks), log=log), 0
    yield Watched(None, (), step)
    while step.decision is not None:
        decision, state = step.decision, step.state
        if answers is None:
            bot = bots[decision.seat]
            action = bot(
                View(state, decision.seat, ruleset.hidden_zones, ruleset.determinize), decision, rngs[decision.seat]
            )
        elif position < len(answers) and is_change(answers[position]):
            step, position = sandbox_of(side).changed(step, answers[position]), position + 1
            yield Watched(None, (), step, answers[position - 1])
            continue
        elif position < len(answers) and answers[position] != STOP_ANSWER:
            action, bot = parse_action(decision, answers[position]), None
        else:
            return
        step, position = apply(state, action), position + 1
        yield Watched(decision, action, step)
        if isinstance(bot, GreedyBot) and bot.failed_node:
            return


def sandbox_of(side: World) -> Sandbox:
    """Return what changes the table of a match by hand: the cards are those of its plan."""
    spec = side.spec
    documents = {str(card["id"]): card for card in (*spec["cards"], spec["candidate"], *spec["formers"])}
    return Sandbox(side.ruleset, documents, side.ruleset.experiment.seats)


def preview_answers(ruleset: Ruleset, spec: Json, trace: Json) -> JsonObject:
    """Play a traced match by its bots, or as its trace has it where a plan has bots of several skills.

    Shapes: `answers` are the keys of all answers, `digest` that of the last state, `rounds` and `winner` how it ended, -1 for a draw.
    """
    side, decks = traced(ruleset, spec, trace)
    kept = trace.get("answers") if spec["format"] in EXPERIMENTS else None
    answers, last = [], None
    for last in watch(side, decks, trace["seed"], kept):
        if last.asked is not None:
            answers.append(action_key(last.action))
    if last is None:
        raise EngineBug("a match has at least its opening")
    if last.step.decision is not None:
        answers.append(STOP_ANSWER)
    result, state = last.step.result, last.step.state
    return {
        "answers": answers,
        "digest": f"{digest(state):016x}",
        "rounds": state.turn,
        "winner": result.winner if result is not None else -1,
    }


def preview_watch(  # noqa: PLR0913 - which match, and what of it, each by keyword
    ruleset: Ruleset,
    spec: Json,
    trace: Json,
    answers: Sequence[str],
    *,
    step: int,
    viewer: int | None = None,
    names: Names,
) -> JsonObject:
    """Return a traced match as a viewer sees it: the table after one of its steps, and what happened in that step's round.

    Shapes: `last` is the number of the last step, `rounds` the first step of each round; `rows` holds for each step of the round its number,
            the seat that answered, what happened in words, and the nodes of cards that ran, as `{card, pointer, place}`, `place` being where
            the author of the candidate wrote it, and whether it was a change by hand; `scene` is the table
            after `step`; `asked` is the question that follows, with its options and those of them that are chosen, and none of
            another seat's than the viewer's; `digest` is that of the state.
    Errors: IllegalAction `no-such-match`; `no-step` for one that the match does not have; `not-offered` for answers of another engine.
    """
    side, decks = traced(ruleset, spec, trace)
    turns = []
    last = None
    for last in watch(side, decks, trace["seed"], answers):
        turns.append(last.step.state.turn)
    if last is None or not 0 <= step < len(turns):
        raise IllegalAction("no-step", f"the match has the steps 0 to {len(turns) - 1}, not {step}")
    narrator = Narrator(ruleset, names, viewer, spec["candidate"], actions=actions_of(ruleset, spec))
    rounds = {turn: turns.index(turn) for turn in dict.fromkeys(turns)}
    rows: list[JsonObject] = []
    result: JsonObject = {}
    for no, moment in enumerate(watch(side, decks, trace["seed"], answers, log=True)):
        if no == step + 1 and result["asked"]:
            result["asked"]["chosen"] = action_key(moment.action).split(",")
        if turns[no] == turns[step]:
            rows.append(narrator.change(no, moment) if moment.change else narrator.row(no, moment))
        elif no > step:
            break
        narrator.follow(moment)
        if no == step:
            result = narrator.table(moment)
    return {
        "step": step,
        "last": len(turns) - 1,
        "round": turns[step],
        "rounds": [[turn, no] for turn, no in rounds.items()],
        "rows": rows,
        "end": narrator.end(last),
        **result,
    }


def actions_of(ruleset: Ruleset, spec: Json) -> Actions:
    """Return what the cards of a plan call their actions, by card and verb; none where the verb alone says enough."""
    documents = {str(card["id"]): card for card in (*spec["cards"], spec["candidate"], *spec["formers"])}
    look, texts = ruleset.board.layout if ruleset.board is not None else BoardLayout(), shipped_texts(ruleset.folder)

    def title(card: str, verb: str) -> LocalizedText | None:
        document = documents.get(card)
        return None if document is None else look.action_title(document, texts.get(card.removesuffix(FORMER), {}), verb)

    return title


class Narrator:
    """Puts the steps of a match into words, in both languages, as a viewer may know them."""

    def __init__(
        self,
        ruleset: Ruleset,
        names: Names,
        viewer: int | None,
        candidate: JsonObject,
        seats: int = 0,
        actions: Actions = lambda card, verb: None,
    ) -> None:
        """Begin with no step; without a number of seats, with that of experiments; actions say what cards call their own."""
        self._ruleset, self._viewer, self._names = ruleset, viewer, names
        self._seats = seats or ruleset.experiment.seats
        self._before: State | None = None
        self._card, self._lowered = str(candidate["id"]), desugar(ruleset.vocabulary, candidate)
        self._stories = {
            lang: Story(ruleset, self._seats, lang, names, beside_table=True, actions=actions) for lang in ("en", "zh")
        }

    def follow(self, moment: Watched) -> None:
        """Remember the question that a step asks, for the answer that comes with the next, and what was to be seen of it."""
        self._before = moment.step.state
        for story in self._stories.values():
            story.follow(moment.step)

    def row(self, no: int, moment: Watched) -> JsonObject:
        """Return what happened in a step."""
        step = moment.step if self._viewer is None else _redacted(self._ruleset, moment.step, self._viewer)
        secret = self._is_secret(moment)
        lines = {
            lang: [line.strip("\n").removeprefix("- ") for line in story.step(step, moment.action, secret=secret)]
            for lang, story in self._stories.items()
        }
        return {
            "no": no,
            "seat": moment.asked.seat if moment.asked is not None else None,
            "lines": lines,
            "nodes": [self._placed(*node) for node in _nodes(step.log)],
            "change": False,
        }

    def option(self, decision: Decision, option: Option) -> LocalizedText:
        """Return what an option of a question is called."""
        return LocalizedText(*(self._stories[lang].option(decision, option) for lang in ("en", "zh")))

    def change(self, no: int, moment: Watched) -> JsonObject:
        """Return a change by hand as what happened in a step."""
        before = self._before or moment.step.state
        words = change_words(self._ruleset, before, moment.change, self._names)
        for story in self._stories.values():
            story.meet(moment.step)
        return {"no": no, "seat": None, "lines": {"en": [words.en], "zh": [words.zh]}, "nodes": [], "change": True}

    def _placed(self, card: str, pointer: str) -> JsonObject:
        place = self._lowered.node_place(pointer) if card == self._card else pointer
        return {"card": card, "pointer": pointer, "place": place}

    def _is_secret(self, moment: Watched) -> bool:
        """Return whether an answer names what the viewer sees neither before it nor after it, or is another seat's alone by the rules."""
        viewer = self._viewer
        if moment.asked is None or viewer is None or viewer == moment.asked.seat:
            return False
        if self._ruleset.board is not None and moment.asked.prompt in self._ruleset.board.layout.secret:
            return True
        entities = [eid for option in moment.action if (eid := entity_of(moment.asked.kind, option)) is not None]
        states = [state for state in (self._before, moment.step.state) if state is not None]
        views = [View(state, viewer, self._ruleset.hidden_zones, self._ruleset.determinize) for state in states]
        return any(all(view.entity(eid) is None for view in views) for eid in entities)

    def table(self, one: Watched) -> JsonObject:
        """Return the table after a step, and the question that follows."""
        state, decision = one.step.state, one.step.decision
        is_open = decision is not None and self._viewer in (None, decision.seat)
        return {
            "seats": self._seats,
            "scene": scene(self._ruleset, state, self._seats, self._viewer),
            "digest": f"{digest(state):016x}",
            "asked": self._question(state, decision) if decision is not None and is_open else None,
        }

    def _question(self, state: State, decision: Decision) -> JsonObject:
        """Return a question with its options, each with what it names and what it would change."""
        look = self._ruleset.board.layout if self._ruleset.board is not None else BoardLayout()
        title = {lang: story.question(decision) for lang, story in self._stories.items()}
        return {
            "seat": decision.seat,
            "prompt": decision.prompt,
            "title": title if all(title.values()) else None,
            "source": decision.source,
            "options": [self._offered(state, decision, option, look) for option in decision.options],
            "refused": self._refused(state, decision, look),
            "chosen": [],
            "min": decision.min,
            "max": decision.max,
        }

    def _offered(self, state: State, decision: Decision, option: Option, look: BoardLayout) -> JsonObject:
        """Return one option.

        Shapes: `entity` is the card that it names or 0, `verb` what is done with it and `does` that in words, `cell` the cell that it names, `signs` the things of the pool that
                it names, `option_foresight` what it would change, none where it cannot be known.
        """
        word = option if isinstance(option, str) else ""
        is_cell = word and look.terrain is not None and decision.kind == "cell"
        return {
            "key": option_key(option),
            **{lang: story.option(decision, option) for lang, story in self._stories.items()},
            "entity": entity_of(decision.kind, option) or 0,
            "verb": option[0] if isinstance(option, tuple) else "",
            "does": self._verb(decision, option),
            **self._source(state, decision, option, look),
            "cell": word if is_cell else "",
            "signs": list(look.pool.matching(word)) if word and look.pool is not None and decision.kind != MAIN else [],
            "foreseen": self._foreseen(state, decision, option),
        }

    def _source(self, state: State, decision: Decision, option: Option, look: BoardLayout) -> JsonObject:
        """Return the card that an option is an action of, and the verb that the card has for it: equipment lends its own."""
        entity = entity_of(decision.kind, option) or 0
        if not isinstance(option, tuple) or not entity:
            return {"of": entity, "by": ""}
        source, verb = look.action_source(state, entity, option[0])
        return {"of": source, "by": verb}

    def _refused(self, state: State, decision: Decision, look: BoardLayout) -> list[JsonObject]:
        """Return the actions that a seat sees and cannot take now, as options with the reason."""
        refusals = look.refusals(state, decision.seat) if decision.kind == MAIN else ()
        return [
            {
                **{lang: story.option(decision, option) for lang, story in self._stories.items()},
                "key": option_key(option),
                "entity": option[1],
                "verb": option[0],
                "does": self._verb(decision, option),
                **self._source(state, decision, option, look),
                "why": why._asdict(),
            }
            for option, why in refusals
        ]

    def _verb(self, decision: Decision, option: Option) -> JsonObject | None:
        """Return what a main option does, in words."""
        board, verb = self._ruleset.board, option[0] if isinstance(option, tuple) else option
        known = board.verbs if board is not None and decision.kind == MAIN else ()
        return next((one.title._asdict() for one in known if one.name == verb), None)

    def _foreseen(self, state: State, asked: Decision, option: Option) -> JsonObject | None:
        foresight = option_foresight(self._ruleset, state, asked, option)
        if foresight is None:
            return None
        story = self._stories
        changes = [
            {
                "entity": change.entity,
                "card": change.card,
                "from": change.before,
                "to": change.after,
                "title": {lang: narrator.number(change.name) for lang, narrator in story.items()},
            }
            for change in foresight.changes
        ]
        steps = [
            {
                "title": {
                    lang: narrator.working(step.title, step.event, step.payload) for lang, narrator in story.items()
                },
                "values": {
                    lang: [narrator.value(field, value) for field, value in step.fields]
                    for lang, narrator in story.items()
                },
            }
            for step in foresight.steps
        ]
        return {"changes": changes, "steps": steps}

    def end(self, last: Watched) -> JsonObject:
        """Return how the match ended."""
        return {lang: story.end(last.step).strip() for lang, story in self._stories.items()}


def _redacted(ruleset: Ruleset, step: Step, viewer: int) -> Step:
    view = View(step.state, viewer, ruleset.hidden_zones, ruleset.determinize)
    return step._replace(log=view.log(step.log))


def _nodes(log: Sequence[LogEntry]) -> list[tuple[str, str]]:
    """Return the nodes of cards that made the changes of a log, in the order in which they first ran."""
    names = dict.fromkeys(
        entry.cause.node for entry in log if not isinstance(entry, EventRaised) and "#" in entry.cause.node
    )
    nodes: dict[tuple[str, str], None] = {}
    for name in names:
        card, _, pointer = name.partition("#")
        nodes[card.partition("@")[0], pointer] = None
    return list(nodes)

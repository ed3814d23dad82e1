"""What a bot weighed at its last answer of a match that a person plays: each candidate with what it adds by the bot's own judgement.

The bot thinks once more with the chance that it had. A viewer is shown no answer that names a card which the viewer sees neither before it nor
after it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.bots.lookahead import LookaheadBot
from engine.bots.players import GreedyBot
from engine.json_values import Json, JsonObject
from engine.kernel.chance import Stream
from engine.kernel.decisions import MAIN, Decision, Option, action_key, entity_of
from engine.kernel.machine import Step
from engine.kernel.state import State
from engine.kernel.view import View
from engine.language.spec import LocalizedText
from engine.ruleset import Ruleset
from engine.simulation.play import bot_of
from engine.simulation.sandbox import seats_before
from engine.simulation.watch import STOP_ANSWER, Watched, traced, watch

MAX_OPTIONS = 12
"""Candidates in an answer, the best first."""
BETWEEN = LocalizedText(": ", "：")
Names = Mapping[str, LocalizedText]


def last_thought(  # noqa: PLR0913 - which match, and who looks, each by keyword
    ruleset: Ruleset,
    spec: Json,
    trace: Json,
    answers: Sequence[str],
    *,
    seat: int,
    names: Names,
    is_open: bool,
    skill: str = "",
) -> JsonObject | None:
    """Return what the last bot that was asked what it does weighed then; None where no bot was, and for one that does not weigh.

    Shapes: `{no, seat, options}` with the step, and options as `{en, zh, gain, isChosen}`, the best first; `is_open` shows those too that
            name hidden cards.
    Errors: IllegalAction `no-such-match`, and `not-offered` for answers that are none of this match.
    """
    side, decks = traced(ruleset, spec, trace)
    history = [answer for answer in answers if answer != STOP_ANSWER]
    steps = [*watch(side, decks, trace["seed"], history)]
    seats = seats_before(history, (seat,))
    place = next((no for no in range(len(steps) - 1, 0, -1) if _is_of_bot(steps[no], seats[no - 1])), 0)
    bot = bot_of(side, skill)
    if not place or not isinstance(bot, GreedyBot | LookaheadBot):
        return None
    before, after = steps[place - 1].step, steps[place].step
    decision = before.decision
    if decision is None:
        return None
    view = View(before.state, decision.seat, ruleset.hidden_zones, ruleset.determinize)
    gains = bot.weigh(view, decision, Stream(trace["seed"], f"on/{decision.seat}/{place - 1}"))
    if not gains or action_key(gains[0][0]) != history[place - 1]:
        return None  # the bot of another match gave it: what it thought then is not known
    options = [
        {**_words(ruleset, before.state, decision, action[0], names), "gain": gain, "isChosen": no == 0}
        for no, (action, gain) in enumerate(gains)
        if len(action) == 1 and (is_open or _is_seen(ruleset, (before, after), decision, action[0], seat))
    ]
    return {"no": place, "seat": decision.seat, "options": options[:MAX_OPTIONS]}


def _is_of_bot(moment: Watched, seats: Sequence[int]) -> bool:
    """Return whether a step came of an answer to a main question that none of the person's seats gave."""
    return moment.asked is not None and moment.asked.kind == MAIN and moment.asked.seat not in seats


def _is_seen(ruleset: Ruleset, steps: Sequence[Step], decision: Decision, option: Option, viewer: int) -> bool:
    """Return whether a viewer knows what an option is about."""
    entity = entity_of(decision.kind, option)
    if ruleset.board is not None and decision.prompt in ruleset.board.layout.secret:
        return False
    views = (View(step.state, viewer, ruleset.hidden_zones, ruleset.determinize) for step in steps)
    return entity is None or any(view.entity(entity) is not None for view in views)


def _words(ruleset: Ruleset, state: State, decision: Decision, option: Option, names: Names) -> JsonObject:
    """Return an option in the game's words: what is done, and with which card."""
    verb, entity = option[0] if isinstance(option, tuple) else option, entity_of(decision.kind, option)
    verbs = ruleset.board.verbs if ruleset.board is not None else ()
    does = next((one.title for one in verbs if one.name == verb), LocalizedText(str(verb), str(verb)))
    card = state.entities[entity]["def"] if entity in state.entities else ""
    name = names.get(card, LocalizedText(card, card))
    if not card:
        return does._asdict()
    return {"en": f"{does.en}{BETWEEN.en}{name.en}", "zh": f"{does.zh}{BETWEEN.zh}{name.zh}"}

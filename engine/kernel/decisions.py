"""What a match waits for: a question to one seat, with its options, and the canonical text of an answer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engine.errors import EngineBug, IllegalAction
from engine.kernel.constructing import constructor
from engine.kernel.ground import EnvironmentId

Option = int | str | tuple[str, int]
Action = tuple[Option, ...]
MAIN = "main"
"""The kind of question that asks what a seat does next; all others belong to something that is being resolved."""


OF_ENTITIES = (MAIN, "target", "cards")
"""The kinds of question whose numbers are entities. In all others a number is a number: an amount, a cell, a payment."""


class Decision(NamedTuple):
    """A question put to one seat.

    Shapes: `options` are numbers, words, or (verb, number), no two with the same key; the numbers name entities where the kind is one
            of `OF_ENTITIES`, so there a cell or a payment is a word (`move:17`); an answer is a tuple of `min` to `max` distinct options.
            `environment` is the one that takes the answer; `source` is the entity whose effect asks, 0 for the rules.
    """

    seat: int
    kind: str
    prompt: str
    options: tuple[Option, ...]
    min: int
    max: int
    source: int
    environment: EnvironmentId


new_decision = constructor(Decision)


class DecisionSpec(NamedTuple):
    """A question of a rule or an effect: `low` to `high` options are chosen, or all where there are fewer."""

    seat: int
    kind: str
    prompt: str
    options: Sequence[Option]
    low: int = 1
    high: int = 1
    source: int = 0


new_question = constructor(DecisionSpec)


class Result(NamedTuple):
    """How a match ended.

    Shapes: `outcome` is `win` or `draw`; `winner` is a seat or -1; `node` names the code that ran when a budget broke;
            `ranks` gives each seat its place, best 1, ties sharing; `trail` names what that code ran for, innermost first;
            `reports` is what a game tells the caller of the match beyond that: a seat, a sort, a name and a number each.
    """

    outcome: str
    winner: int
    reason: str
    ranks: tuple[int, ...] = ()
    node: str = ""
    trail: tuple[str, ...] = ()
    reports: tuple[tuple[int, str, str, int], ...] = ()


BROKEN_REASONS = ("budget", "loop")
"""Reasons of a result that mark a match which could not be played to its end."""


def option_key(option: Option) -> str:
    """Return the canonical text of an option: `pass`, `17`, `play:17`."""
    if option.__class__ is tuple:
        return f"{option[0]}:{option[1]}"
    return str(option)


def entity_of(kind: str, option: Option) -> int | None:
    """Return the entity that an option of a question of a kind names; None for a word, and for a number that is none's id."""
    if kind not in OF_ENTITIES or isinstance(option, str):
        return None
    return option[1] if isinstance(option, tuple) else option


def check_options(prompt: str, options: Sequence[Option]) -> None:
    """Raise unless every option has a key of its own.

    Errors: EngineBug for options with the same key, and for a word that is empty, is `-` or holds a comma.
    """
    for option in options:
        kind = option.__class__
        if kind is int:
            continue
        word = option[0] if kind is tuple else option  # type: ignore[index]  # the class was looked at
        if not word.isidentifier():  # type: ignore[union-attr]  # a word: the class was looked at
            _check_keys(prompt, options)
            return
    if len(set(options)) < len(options):
        _check_keys(prompt, options)


def _check_keys(prompt: str, options: Sequence[Option]) -> None:
    """Look at the keys one by one: a word that is no identifier may be the key of another option too."""
    keys = [f"{option[0]}:{option[1]}" if option.__class__ is tuple else str(option) for option in options]
    known = set(keys)
    if len(known) == len(keys) and known.isdisjoint(("", "-")) and "," not in "".join(keys):
        return
    key = next(key for key in keys if keys.count(key) > 1 or key in ("", "-") or "," in key)
    raise EngineBug(f"{prompt}: the option {key!r} has the key of another option, or none that can be parsed")


def action_key(action: Action) -> str:
    """Return the canonical text of an answer; several options are joined by commas, none is `-`."""
    return ",".join(map(option_key, action)) or "-"


def parse_action(decision: Decision, key: str) -> Action:
    """Return the answer that a key names among the options of a decision.

    Errors: IllegalAction `not-offered`.
    """
    if key == "-":
        return ()
    options = {option_key(option): option for option in decision.options}
    try:
        return tuple(options[part] for part in key.split(","))
    except KeyError as missing:
        raise IllegalAction(
            "not-offered", f"{missing.args[0]} is not among {', '.join(options) or 'no options'}"
        ) from None


def check_action(decision: Decision, action: Action) -> None:
    """Raise unless the answer is offered.

    Errors: IllegalAction `wrong-count`, `repeated`, `not-offered`.
    """
    if not decision.min <= len(action) <= decision.max:
        raise IllegalAction("wrong-count", f"{len(action)} chosen, {decision.min} to {decision.max} wanted")
    options = decision.options
    for option in action:
        if option not in options:
            raise IllegalAction("not-offered", f"{option_key(option)} is not among the options")
    if len(action) > 1 and len(set(action)) != len(action):
        raise IllegalAction("repeated", "an option was chosen twice")

"""What a rules text may leave unsaid, each with the reason: a place, and where only in some nodes, in which."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from engine.language.spec.counting import counted_field
from engine.rulesets import find

Json = Mapping[str, Any]
ANY = "*"
PILES = ("common", "legendary", "III", "VI", "IX", "slot", "supply")


def _anywhere(node: Json) -> bool:
    return True


def _lacks(*names: str) -> Callable[[Json], bool]:
    return lambda node: not any(node.get(name) for name in names)


@dataclass(frozen=True, slots=True)
class Excuse:
    """A place that may go unsaid: a field of a node or record of a game, `*` for any of them, in the nodes for which `when` holds."""

    game: str
    owner: str
    fields: tuple[str, ...]
    reason: str
    when: Callable[[Json], bool] = _anywhere


def _is_source_alone(ability: Json) -> bool:
    return any(condition.get("type") == "SOURCE_IS_SELF" for condition in ability["conditions"])


def _only_names(node: Json) -> bool:
    return any(f"'type': '{name}'" in str(node) for name in ("ask", "bind"))


def _is_done_by_no_card(node: Json) -> bool:
    event = find("wizards").vocabulary.event(str(node["event"]))
    return event is None or not {"card", "monster"} & set(event.fields.values())


def _is_of_no_unit(node: Json) -> bool:
    event = find("encounter").vocabulary.event(str(node["event"]))
    return event is None or counted_field(event, "this") is None


def _holds_an_idle_ability(card: Json) -> bool:
    abilities = [one for key in ("ownAbilities", "ownGrants", "ownPerks", "ownRules") for one in card.get(key, ())]
    return any(not any(ability.get(part) for part in ("static", "skills", "cast")) for ability in abilities)


EXCUSES = (
    Excuse(
        ANY, "choice", ("label",), "the label of the button with which the option is taken; the text says what it does"
    ),
    Excuse(ANY, ANY, ("ask", "playerUUID"), "a player that is you goes without saying, and is you when absent"),
    Excuse(ANY, "loop", ("target",), "only its number of passes is done; it gives a name to what is meant"),
    Excuse(
        ANY, ANY, ("round",), "without a divisor nothing is rounded; the text says the direction where there is one"
    ),
    Excuse(ANY, "eachOf", ("others",), "of a number, or of one thing, none can be left out"),
    Excuse(ANY, ANY, ("countsAlways",), "where the limit goes unsaid, so does what counts as a use"),
    Excuse(
        ANY,
        ANY,
        ("min",),
        "what is picked unasked is picked where it is there",
        lambda node: node.get("pick", "ask") != "ask" and node["min"] in (0, 1),
    ),
    Excuse(ANY, ANY, ("do[]", "action[]", "effects[]", "behaviors[]"), "what is named and never used", _only_names),
    Excuse(
        ANY,
        ANY,
        ("usagePerRound", "limitPerTurn"),
        "an event that comes once in that time anyhow needs no limit in words (test_text_tells, TestALimit)",
    ),
    *(
        Excuse(
            "encounter",
            owner,
            ("range", "targetFilter"),
            "nothing is chosen that could be in range or fit",
            _lacks("target"),
        )
        for owner in ("cast", "spell")
    ),
    Excuse("encounter", ANY, ("target",), "a choice for nothing", _lacks("action")),
    *(
        Excuse(
            "encounter",
            owner,
            ("who",),
            "of a step of a turn, which no unit does, only players are counted: other words are E-TYPE",
            _is_of_no_unit,
        )
        for owner in ("timesThis", "Nth")
    ),
    *(
        Excuse("encounter", owner, ("tags", "tags[]"), "what it is by flavour, for other texts to name")
        for owner in ("innerAbility", "innerEvent", "innerKeyEvent")
    ),
    Excuse(
        "encounter",
        ANY,
        ("ownAbilities[]", "ownGrants[]", "ownPerks[]", "ownRules[]"),
        "an ability that does nothing (W-IDLE) has no text",
        _holds_an_idle_ability,
    ),
    Excuse("encounter", "deploy", ("unit",), "the copy goes first", lambda node: "copyOf" in node),
    Excuse(
        "encounter",
        "units",
        ("kind",),
        "heroes and leaders are of one kind",
        lambda node: node.get("which") in ("heroes", "leader"),
    ),
    Excuse("genius", "createCard", ("card",), "the copy goes first", lambda node: "copyOf" in node),
    Excuse("genius", "discard", ("by",), "cards of one name cost the same", lambda node: "card" in node),
    Excuse("genius", "entities", ("kind",), "a card that is named is of one kind", lambda node: "card" in node),
    *(
        Excuse(
            "genius",
            owner,
            ("of", "which"),
            "what lies beside the characters is on none of them, and one that is named goes first",
            lambda node: node["kind"] not in ("status", "equipment") or "of" in node,
        )
        for owner in ("entities", "chooseEntity")
    ),
    Excuse("genius", "cost", (ANY,), "the face has a line of its own for each skill, with its cost"),
    Excuse(
        "genius",
        "skill",
        ("cost", "name", "skillType", "energyGain", "isPreparedSkill"),
        "the face has a line of its own for each skill, with its name, cost and type",
    ),
    Excuse("genius", ANY, ("skill",), "until a text knows the names of skills (issue 38, §4)"),
    Excuse("genius", "DoneBy", ("is",), "what only characters do is yours whichever of two words has it"),
    Excuse(
        "halo",
        "modifier",
        ("op",),
        "no card has any of its own, to which it could be added",
        lambda node: node["stat"] in ("leastHealth", "penetration"),
    ),
    Excuse(
        "encounter",
        "modifier",
        ("op",),
        "a unit has the keyword once, whether that is added or set",
        lambda node: node["stat"] in ("swift", "lifesteal") and node["op"] in ("add", "set", "min"),
    ),
    Excuse("halo", "onlyModified", ("not",), "the words of the scope say already that it is without this unit"),
    Excuse("halo", "ability", ("priority",), "the order of answers to one event is no matter of a text"),
    Excuse("halo", "ability", ("conditions", "conditions[]"), "HA16: an ability means its own card", _is_source_alone),
    Excuse(
        "halo",
        "cardDef",
        ("keywords[]",),
        "what a card lends is said once, as its number",
        lambda node: "stats" in node,
    ),
    Excuse("halo", "SHIELDED", ("value",), "what a card lends is said once, as its number"),
    Excuse(
        "wizards",
        ANY,
        ("whose",),
        "piles on the table belong to nobody",
        lambda node: node.get("zone") in PILES,
    ),
    Excuse(
        "wizards",
        "playerChooser",
        ("pick", "min", "max"),
        "a player that a word names is one",
        lambda node: node.get("which") in ("self", "next", "previous"),
    ),
    Excuse("wizards", "modify", ("divisor",), "only what is multiplied is divided", lambda node: node["op"] != "mul"),
    Excuse(
        "wizards",
        "modify",
        ("least",),
        "only a discount of a cost leaves at least so much",
        lambda node: node["op"] != "add" or node["stat"] != "manaCost",
    ),
    Excuse(
        "wizards", "removeTriggers", ("targets[]",), "two names that read alike", lambda node: len(node["targets"]) > 1
    ),
    Excuse(
        "wizards",
        ANY,
        ("behaviors[]",),
        "a moment at which nothing is done",
        lambda card: any(not behavior.get("do") for behavior in card["behaviors"]),
    ),
    Excuse(
        "wizards",
        "timesThis",
        ("who",),
        "of what happens to no card, `this` counts none of its own",
        _is_done_by_no_card,
    ),
    Excuse(
        "wizards", "trigger", ("times",), "the next time is one time", lambda node: node.get("mode", "once") == "once"
    ),
)


def excuse(game: str, owner: str, field: str, node: Json) -> str:
    """Return the reason for which a place may go unsaid; empty where there is none."""
    for entry in EXCUSES:
        if (
            entry.game in (ANY, game)
            and entry.owner in (ANY, owner)
            and (ANY in entry.fields or field in entry.fields)
            and entry.when(node)
        ):
            return entry.reason
    return ""

"""What the grammar of sentences means in `genius`: what is done, and what holds by itself."""

from __future__ import annotations

from typing import Any

from engine.language.spec.readings import Reading, reading
from engine.toolkit.nodes.sentences import COST_RULES, flow, hand_changes

from .templates import SKILLS, node


def _effect(words: str, node: str, /, **fields: Any) -> Reading:
    return reading("effect", words, {"type": node, **fields})


def _on(words: str, node: str, /, **fields: Any) -> Reading:
    return _effect(words, node, target="%target", **fields)


CHANGED: Any = {**SKILLS, "action": node("ActionIs", action="%action"), "kind": node("CardHasTag", tag="%kind")}


def _change(words: str, trigger: str, effect: Any, role: str = "DoneBy", **given: Any) -> Reading:
    """Return a rule that changes what happens: damage or what an action costs."""
    return reading("change", words, effect, CHANGED, trigger=trigger, who=node(role, **{"is": "%who"}), **given)


EFFECTS: tuple[Reading, ...] = (
    _on("damage", "damage", id="%label", amount="%amount", element="%element=physical"),
    _on("heal", "heal", amount="%amount"),
    _on("apply", "applyElement", element="%element"),
    _on("gain energy", "gainEnergy", amount="%amount"),
    _on("lose energy", "gainEnergy", amount="%-amount"),
    _on("kill", "remove"),
    _on("dispel", "remove"),
    reading("effect", "discard", {"type": "remove", "target": "%target"}, given=True),
    *(
        reading(
            "effect",
            words,
            {
                "type": "addCombatStatus",
                "is": {
                    "id": "%label",
                    "name": "Shield",
                    "uses": "%amount",
                    "tags": ["shield"],
                    "skills": [
                        {
                            "id": "absorb",
                            "triggerOn": "EXECUTE_DAMAGE",
                            "to": "myActive",
                            "action": [{"type": "absorbDamage"}],
                        }
                    ],
                },
            },
            isOfActive=True,
        )
        for words in ("stat shield", "gain shield")
    ),
    _on("freeze", "freeze"),
    _on("switch", "switchTo"),
    _on("revive", "revive", amount="%amount"),
    _on("set health", "setHealth", amount="%amount"),
    _on("return", "returnToHand"),
    _on("return to:hand", "returnToHand"),
    _on("gain use", "changeVariable", name="usage", amount="%amount"),
    _on("lose use", "changeVariable", name="usage", amount="%-amount"),
    _on("transform", "transform", into=""),
    _on("sacrifice", "remove"),
    _on("heal all", "setHealth", amount=99),
    _effect("discard", "discardCard", target="%card"),
    _effect("copy", "createCard", copyOf="%card", count="%count?"),
    _effect("copy to:hand", "createCard", copyOf="%card", count="%count?"),
    _effect("create to:hand", "createCard", copyOf="%card", count="%count?"),
    _effect("return to:deck", "returnToPile", target="%card"),
    _effect("put to:deck", "returnToPile", target="%card"),
    _effect("shuffle to:deck", "returnToPile", target="%card", to="random"),
    *(
        reading("effect", f"{verb} {to}", {"type": "returnToPile", "target": "%card", "to": end}, numberless=True)
        for verb in ("put", "return", "move")
        for to, end in (
            ("to:top", "top"),
            ("to:deck-top", "top"),
            ("to:bottom", "bottom"),
            ("to:deck-bottom", "bottom"),
        )
    ),
    _effect("return to:hand", "returnToHand", target="%card"),
    reading("effect", "redraw", {"type": "switchHands"}, numberless=True, isOf="hand"),
    reading("effect", "redraw", {"type": "switchHands"}, numberless=True),
    _effect("fix dice", "fixDice", kind="%dicekind=omni", count="%count"),
    _effect("fix dice", "fixDice", kind="%element", count="%count"),
    _effect("lose dice all", "loseDice", side="%player?", count={"type": "count", "of": "myDice"}),
    reading("effect", "attach", {"type": "attach", "target": "%target", "status": ""}, numberless=True),
    reading("effect", "combatstatus", {"type": "addCombatStatus", "status": ""}, numberless=True),
    reading("effect", "useskill", {"type": "useSkill", "skill": ""}, numberless=True),
    reading("effect", "prepareskill", {"type": "prepareSkill", "skill": ""}, numberless=True),
    reading("effect", "selectcard", {"type": "selectCard", "cards": []}, numberless=True),
    reading("effect", "roll", {"type": "roll", "id": "%label", "dice": "%count", "sides": 6}, much="$%label.total"),
    reading("effect", "survive", {"type": "survive", "health": "%amount"}, ofIt=True),
    reading("effect", "makefast", {"type": "makeFast"}, numberless=True, ofIt=True),
    reading("effect", "absorb", {"type": "absorbDamage"}, numberless=True, ofIt=True),
    reading("effect", "leaveinstead", {"type": "leaveInstead"}, numberless=True),
    _effect("swap place", "swap", what="place", first="%target", second="%second"),
    _effect("swap", "swap", what="place", first="%target", second="%second"),
    reading("effect", "swap", {"type": "swap", "what": "place", "first": "%target"}, isPair=True),
    reading("effect", "swap health", {"type": "swap", "what": "health", "first": "%target"}, isPair=True),
    _effect("gain dice", "gainDice", kind="omni", count="%count"),
    reading(
        "effect",
        "draw",
        {"type": "drawCards", "count": "%count", "%...": "cards"},
        cards={"kind": {"tag": "%value"}},
        needs=True,
    ),
    reading(
        "effect", "search", {"type": "drawCards", "count": "%count", "%...": "cards"}, cards={"kind": {"tag": "%value"}}
    ),
    _effect("draw", "drawCards", count="%count"),
    *hand_changes("by", "opponent"),
    _effect("gain dice", "gainDice", kind="%dicekind=omni", count="%count"),
    _effect("gain dice random", "gainDice", kind="random", count="%count"),
    _effect("gain dice", "gainDice", kind="%element", count="%count"),
    _effect("lose dice", "loseDice", side="%player?", count="%count"),
    _effect("lose dice random", "loseDice", side="%player?", count="%count"),
    _effect("refund dice", "gainDice", kind="omni", count="%count"),
    _effect("steal dice", "stealDice", count="%count"),
    _effect("reroll", "reroll", count="%count"),
    reading(
        "effect",
        "summon",
        {
            "type": "summon",
            "is": {"id": "%label", "name": "%newName=Summon", "uses": "%uses?", "skills": ["%rule"]},
        },
        numberless=True,
        used={"spends": 1},
    ),
    _effect("summon", "summon", summon=""),
    reading(
        "effect",
        "convert dice all",
        {"type": "convertDice", "kind": "%dicekind", "count": {"type": "count", "of": "myDice"}},
        numberless=True,
    ),
    reading(
        "effect",
        "convert dice all",
        {"type": "convertDice", "kind": "%element", "count": {"type": "count", "of": "myDice"}},
        numberless=True,
    ),
    _effect("convert dice", "convertDice", kind="%dicekind", count="%count"),
    _effect("convert dice", "convertDice", kind="%element", count="%count"),
    _effect("swap health", "swap", what="health", first="%target", second="%second"),
    _effect("create to:hand", "createCard", card="", count="%count?"),
    _change("takeless", "EXECUTE_DAMAGE", {"type": "reduceDamage", "amount": "%amount"}, role="DoneTo"),
    _change("takemore", "DAMAGE_ADD", {"type": "addDamage", "amount": "%amount"}, role="DoneTo"),
    _change("damagemore", "DAMAGE_ADD", {"type": "addDamage", "amount": "%amount"}, role="DoneBy"),
    _change(
        "damagemore double", "DEALING_DAMAGE", {"type": "multiplyDamage", "factor": 2}, role="DoneBy", numberless=True
    ),
    _change("infuse", "INFUSION", {"type": "infuse", "element": "%element"}, role="DoneBy"),
    _change("cost less", "CALCULATE_DICE", {"type": "reduceCost", "amount": "%amount"}, role="DoneBy"),
    _change("makefast", "CALCULATE_DICE", {"type": "makeFast"}, numberless=True),
    _change(
        "takeless half",
        "DIVIDE_DAMAGE",
        {"type": "multiplyDamage", "factor": 1, "divisor": 2},
        role="DoneTo",
        numberless=True,
    ),
    _change("absorb", "EXECUTE_DAMAGE", {"type": "absorbDamage"}, role="DoneTo", numberless=True),
    *flow("$self.playerUUID"),
    *COST_RULES,
)

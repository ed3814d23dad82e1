"""What the grammar of sentences means in `halo`: what is done, and what holds by itself."""

from __future__ import annotations

from typing import Any

from engine.language.spec.readings import Reading, reading
from engine.toolkit.nodes.sentences import COST_RULES

from .templates import CARDS, SIGNS


def _effect(words: str, kind: str, /, *, target: Any = "%target", **params: Any) -> Reading:
    return reading("effect", words, {"type": kind, "target": target, "params": params})


def _on_units(words: str, kind: str, /, **params: Any) -> Reading:
    return _effect(words, kind, only="%attributes?", **params)


def _damage(words: str, kind: str, /, **params: Any) -> tuple[Reading, ...]:
    """Return what changes damage to something, and damage that it deals."""
    return tuple(
        reading(
            "ability",
            words,
            {
                "id": "%label",
                "trigger": "DAMAGE_CALC_STARTED",
                "limitPerTurn": "%perTurn?",
                "%...": "target",
                "effects": [{"type": kind, "target": "EVENT", "params": params}],
            },
            numberless=True,
            scope="target" if words.startswith("take") else "source",
        )
        for words in (words,)
    )


def _modifier(words: str, stat: str, value: str = "%amount") -> Reading:
    rule: Any = {"stat": stat, "op": "add", "value": value, "%...": "target"}
    return reading("modifier", words, rule, guard="while")


SEARCH: Any = {key: value for key, value in CARDS.items() if key != "random"}

SEARCH_EFFECT: Any = {"type": "SEARCH", "params": {"%...": "cards", "amount": "%count"}}

COSTS: Any = {f"cost{sign}": {"only": {f"cost{key}": "%value"}} for sign, key in SIGNS}

EFFECTS: tuple[Reading, ...] = (
    reading("effect", "draw", SEARCH_EFFECT, cards=SEARCH, needs=True),
    _on_units("damage", "DEAL_DAMAGE", amount="%amount", damageType="%damagetype?"),
    _on_units("heal", "HEAL", amount="%amount"),
    _on_units("heal shield", "RESTORE_SHIELD", amount="%amount?"),
    _on_units("kill", "DESTROY"),
    _on_units("sacrifice", "DESTROY"),
    _on_units("stat attack", "MODIFY_ATK", delta="%amount", turns="%turns?"),
    _on_units("stat health", "MODIFY_HP", delta="%amount", turns="%turns?"),
    _on_units("stat maxhealth", "MODIFY_HP", delta="%amount", turns="%turns?"),
    _on_units("stat shield", "MODIFY_SHIELD_CAP", delta="%amount", turns="%turns?"),
    _on_units("stat attack lose", "MODIFY_ATK", delta="%-amount", turns="%turns?"),
    _on_units("stat health lose", "MODIFY_HP", delta="%-amount", turns="%turns?"),
    _on_units("stat shield lose", "MODIFY_SHIELD_CAP", delta="%-amount", turns="%turns?"),
    _on_units("keyword", "ADD_KEYWORD", name="%keyword", turns="%turns?"),
    _on_units("keyword lifesteal", "ADD_KEYWORD", name="LIFESTEAL", turns="%turns?"),
    _on_units("keyword taunt", "ADD_KEYWORD", name="TAUNT", turns="%turns?"),
    _on_units("status", "APPLY_STATUS", status="%status", turns="%turns=1"),
    _on_units("cannotattack", "APPLY_STATUS", status="DISABLED", turns="%turns=1"),
    _on_units("cannotattack nextturn", "APPLY_STATUS", status="DISABLED", turns=1),
    _on_units("losekeyword", "REMOVE_KEYWORD", name="%keyword", turns="%turns?"),
    _on_units("losekeyword lifesteal", "REMOVE_KEYWORD", name="LIFESTEAL", turns="%turns?"),
    _on_units("losekeyword taunt", "REMOVE_KEYWORD", name="TAUNT", turns="%turns?"),
    _on_units("keyword charge", "ADD_KEYWORD", name="DROP_POD", turns="%turns?"),
    _on_units("freeze", "APPLY_STATUS", status="DISABLED", turns="%turns=1"),
    _on_units(
        "double attack", "MODIFY_ATK", delta={"type": "STAT_OF", "target": "%target", "stat": "attack"}, turns="%turns?"
    ),
    _on_units(
        "double health", "MODIFY_HP", delta={"type": "STAT_OF", "target": "%target", "stat": "health"}, turns="%turns?"
    ),
    _on_units(
        "set attack",
        "MODIFY_ATK",
        delta={
            "type": "sub",
            "value1": "%amount",
            "value2": {"type": "STAT_OF", "target": "%target", "stat": "attack"},
        },
        turns="%turns?",
    ),
    _on_units("lose shield all", "MODIFY_SHIELD_CAP", delta=-99),
    _effect("revive", "RETURN", when="END_OF_TURN", health="%amount?"),
    _effect("revive nextturn", "RETURN", when="YOUR_NEXT_TURN", health="%amount?"),
    _effect("survive", "INSTEAD_OF_DEATH", target="EVENT", fate="SURVIVES"),
    _effect("exile", "INSTEAD_OF_DEATH", target="EVENT", fate="EXILED"),
    reading(
        "effect",
        "counter",
        {"type": "CANCEL", "target": "EVENT", "params": {}},
        numberless=True,
        ofIt=True,
        within="CARD_PLAY_DECLARED",
    ),
    _effect("redirect", "REDIRECT_DAMAGE", target="EVENT", to="%target"),
    _effect("deploy", "DEPLOY", target="%card", row="FRONT"),
    _effect("summon", "DEPLOY", target="%card", row="FRONT"),
    _effect("put to:lane", "DEPLOY", target="%card", row="FRONT"),
    _effect("create", "CREATE_CARD", target="%player", kind="%kind"),
    _effect("create to:hand", "CREATE_CARD", target="%player", kind="%kind"),
    _effect("put to:hand", "CREATE_CARD", target="%player", kind="%kind"),
    reading("effect", "jam", {"type": "JAM", "params": {"turns": "%turns=1"}}, numberless=True),
    reading("effect", "secretlanes", {"type": "SECRET_LANES", "params": {"id": "%label"}}, numberless=True),
    reading(
        "effect",
        "roll",
        {"type": "roll", "params": {"id": "%label", "dice": "%count", "sides": 6}},
        much="$%label.total",
    ),
    _effect("miss", "ROLL_MISS_CHANCE", target="EVENT", chancePct="%amount"),
    _effect("alsoacts", "ALSO_ACTS_ON"),
    _on_units("silence", "SILENCE"),
    _on_units("control", "TAKE_CONTROL", turns="%turns?"),
    _on_units("transform", "TRANSFORM", into=""),
    _on_units("return", "TO_HAND"),
    _on_units("return to:hand", "TO_HAND"),
    _on_units("put to:hand", "TO_HAND"),
    _on_units("attackagain", "READY"),
    _effect("move", "MOVE_UNIT", to="%lane"),
    _effect("move", "MOVE_UNIT", to=""),
    _effect("cost less", "MODIFY_COST", delta="%-amount", turns="%turns?"),
    _effect("cost", "MODIFY_COST", delta="%amount", turns="%turns?"),
    _effect("return to:hand", "TO_HAND", target="%card"),
    _effect("put to:hand", "TO_HAND", target="%card"),
    _effect("return", "TO_HAND", target="%card"),
    _effect("draw", "DRAW", target="%player", count="%count"),
    _effect("drawto", "DRAW_UP_TO", target="%player", hand="%count"),
    _effect("discard", "DISCARD", target="%player", count="%count"),
    _effect("discard random", "DISCARD", target="%player", count="%count", how="RANDOM"),
    _effect("gain supply", "GAIN_SUPPLY", target="%player", amount="%amount"),
    _effect("lose supply", "PAY_SUPPLY", target="%player", amount="%amount"),
    _effect("summon", "SUMMON_TOKEN", target="%row=SOURCE_LANE_BACKLINE", tokenId="", count="%count"),
    reading("effect", "search", SEARCH_EFFECT, cards=SEARCH),
    reading("effect", "scry", {"type": "SCRY", "params": {"amount": "%amount"}}),
    reading(
        "effect",
        "steal supply",
        [
            {"type": "PAY_SUPPLY", "target": "OPPONENT", "params": {"amount": "%amount"}},
            {"type": "GAIN_SUPPLY", "target": "OWNER", "params": {"amount": "%amount"}},
        ],
    ),
    reading("if", "", {"type": "if", "params": {"condition": "%condition", "do": "%do", "elsedo": "%else?"}}),
    reading("loop", "", {"type": "loop", "params": {"times": "%times", "do": "%do"}}),
    reading(
        "choose",
        "",
        {"type": "choose", "params": {"ask": "$self.playerUUID", "options": "%options"}},
        item={"do": "%do"},
    ),
    reading("named", "", {"type": "foreach", "params": {"id": "%label", "in": "%target", "do": "%do"}}),
    reading("randomly", "", {"type": "randomly", "params": {"options": "%options"}}, item={"do": "%do"}),
    reading("flip", "", {"type": "flip", "params": {"heads": "%first", "tails": "%second?"}}),
    reading(
        "ability",
        "keyword lifesteal",
        {
            "id": "%label",
            "trigger": "DAMAGE_DEALT",
            "conditions": [{"op": "SOURCE_IS_SELF", "args": []}],
            "effects": [{"type": "HEAL", "target": "THIS", "params": {"amount": "$DAMAGE_DEALT.amount"}}],
        },
        numberless=True,
    ),
    *_damage("takeless", "MODIFY_DAMAGE", delta="%-amount"),
    *_damage("takemore", "MODIFY_DAMAGE", delta="%amount"),
    *_damage("takemore double", "SCALE_DAMAGE", factor=2),
    *_damage("damagemore", "MODIFY_DAMAGE", delta="%amount"),
    *_damage("damagemore double", "SCALE_DAMAGE", factor=2),
    *(
        reading("hit", words, {"type": kind, "target": "EVENT", "params": params}, ofIt=True, numberless=True)
        for words, kind, params in (
            ("damagemore", "MODIFY_DAMAGE", {"delta": "%amount"}),
            ("takemore", "MODIFY_DAMAGE", {"delta": "%amount"}),
            ("takeless", "MODIFY_DAMAGE", {"delta": "%-amount"}),
            ("damagemore double", "SCALE_DAMAGE", {"factor": 2}),
            ("takemore double", "SCALE_DAMAGE", {"factor": 2}),
        )
    ),
    _modifier("stat cover", "cover"),
    _modifier("stat penetration", "penetration"),
    _modifier("stat strikes", "strikes"),
    _modifier("stat drops", "drops"),
    _modifier("stat attack", "attack"),
    _modifier("stat attack lose", "attack", "%-amount"),
    *(
        reading(
            "modifier",
            words,
            {"stat": "supply", "op": "add", "value": value, "to": to, "%...": "cards"},
            cards={"tag": {"tag": "%value"}, "kind": {"only": {"kind": "%value"}}, **COSTS},
            side=side,
        )
        for words, value in (("cost less", "%-amount"), ("cost", "%amount"))
        for side, to in (("you", "yourHand"), ("opponent", "enemyHand"))
    ),
    *COST_RULES,
)

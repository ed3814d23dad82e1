"""Nodes, events and actions that card games repeat, for `Game.use`: each brings its sentences in both languages and what it emits.

game.use(library.turns, library.plays, library.damage, library.heal, library.draw(fatigue=True), library.chooser("character"), …)
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from engine.language.nodes.counting import CYCLE_FIELD, MATCH, ROUND, TURN, nodes
from engine.language.spec import NOUNS, Deed, Enum, Field, FieldReference, LocalizedText, Number, Option, Wording
from engine.toolkit.card_fields import ID_TEXT
from engine.toolkit.faults import author, lacks, lacks_life
from engine.toolkit.nodes.damage import DEAL, RESTORE
from engine.toolkit.rule_nodes import amount, target
from engine.toolkit.rulebook import OWN, PLAYER_FIELD, RIVAL, Kind

if TYPE_CHECKING:
    from engine.toolkit.builder import RulesetBuilder

Part = Callable[["RulesetBuilder"], None]
CHARACTER = "character"


# ---------------------------------------------------------------------------------------------------- the course of a match


def turns(game: RulesetBuilder) -> None:
    """The events of a turn."""
    for name, seat, title, search in (
        (
            "onTurnStart",
            "start",
            LocalizedText("A turn starts", "回合开始"),
            ("start of turn, each turn, upkeep", "回合开始、每回合"),
        ),
        ("onTurnEnd", "end", LocalizedText("A turn ends", "回合结束"), ("end of turn, each turn", "回合结束、每回合")),
    ):
        game.event(
            name,
            title.en,
            f"{title.zh}时",
            PLAYER_FIELD,
            moment=(f"at the {seat} of each turn", f"每个{title.zh}时"),
            cases=[
                ({"playerUUID": OWN}, (f"at the {seat} of your turn", f"你的{title.zh}时")),
                ({"playerUUID": RIVAL}, (f"at the {seat} of your opponent's turn", f"对手的{title.zh}时")),
            ],
            story=("", ""),
            search=search,
            keys=("turn", "回合"),
            source_field="playerUUID",
        )
    game.stories["#turn"] = LocalizedText("\nThe turn of {now}.", "\n{now}的回合。")


def rounds(game: RulesetBuilder) -> None:
    """The events of a round."""
    game.event(
        "onRoundStart",
        "A round starts",
        "一轮开始时",
        {"round": "int"},
        moment=("at the start of each round", "每轮开始时"),
        story=("", ""),
        search=("start of round, each round, turn starts", "轮开始、每轮开始、回合开始"),
    )
    game.event(
        "onRoundEnd",
        "A round ends",
        "一轮结束时",
        {"round": "int"},
        moment=("at the end of each round", "每轮结束时"),
        story=("", ""),
        search=("end of round, each round, turn ends", "轮结束、每轮结束、回合结束"),
    )
    game.stories["#round"] = LocalizedText("\nRound {round}", "\n第 {round} 轮")


def plays(game: RulesetBuilder) -> None:
    """The action of playing a card from the hand: it is paid, comes into play or is discarded, and does what it does when it is played; a kind that costs nothing, goes nowhere and does nothing then is not offered."""
    game.event(
        "onPlay",
        "A card is played",
        "打出牌时",
        {**PLAYER_FIELD, "cardUUID": "card"},
        phrase=("{playerUUID} plays {cardUUID}", "{playerUUID}打出{cardUUID}"),
        deed=Deed("plays", "played", "打出", NOUNS["card"], is_play=True),
        search=("play, card played, cast", "打出、出牌、使用"),
        source_field="playerUUID",
    )

    def can(t: Any, card: int) -> bool:
        kind = t.kind(card)
        return bool(
            kind.is_playable
            and t.can_pay(card)
            and t.permits("onPlay", t.player, card)
            and (not kind.plays_to or t.has_room(kind.plays_to))
        )

    game.action("play", "Play a card", "打出一张牌", of=game.book.role("hand"), can=can)(play)


def counting(game: RulesetBuilder) -> None:
    """The nodes that count what has happened, and `every` of triggers."""
    game.use([replace(spec, group="compare") for spec in nodes("timesThis", "Nth", (TURN, ROUND, MATCH))])
    game.trigger_fields.append(CYCLE_FIELD)


def play(t: Any, me: int) -> Any:
    """Play a card: pay it, put it where it goes, and do what it says."""
    t.pay(me)
    t.emit("onPlay", t.player, me)
    t.enter(me)
    t.run_timings(me, "play")


# ---------------------------------------------------------------------------------------------------- effects


def damage(game: RulesetBuilder) -> None:
    """The effect that takes life, with the events of damage and of death."""
    if lacks_life(game, "lib.damage"):
        return
    fight(game)
    _damaged(game)

    @game.effect(
        "damage",
        "Deal damage",
        "造成伤害",
        amount(),
        target(CHARACTER),
        phrase=DEAL,
        wording=Wording(keys=LocalizedText("damage|deal", "伤害")),
        emits=("onDamaged",),
        is_self_limiting=True,
        doc=("Takes life; what has none left dies.", "扣减生命值；生命值耗尽者死亡。"),
        group="fight",
        icon="swords",
        search=("hit, hurt, burn, strike", "攻击、打击、伤害"),
    )
    def damage(t: Any, amount: int, target: Sequence[int]) -> None:
        for thing in target:
            t.hit(thing, amount)


def _damaged(game: RulesetBuilder) -> None:
    """The event of damage, once."""
    if "onDamaged" in game.events:
        return
    game.event(
        "onDamaged",
        "Damage is dealt",
        "受到伤害时",
        {"targetUUID": CHARACTER, "sourceUUID": "any", "amount": "int"},
        phrase=("{targetUUID} takes damage", "{targetUUID}受到伤害"),
        story=("    {targetUUID} takes {amount}.", "    {targetUUID}受到 {amount} 点伤害。"),
        numbers={"amount": ("the damage dealt", "所造成的伤害")},
        search=("damaged, hurt, hit", "受伤、被击中"),
        source_field="sourceUUID",
    )


def heal(game: RulesetBuilder) -> None:
    """The effect that gives life back."""
    if lacks_life(game, "lib.heal"):
        return
    fight(game)
    game.event(
        "onHealed",
        "Life is restored",
        "恢复生命时",
        {"targetUUID": CHARACTER, "amount": "int"},
        phrase=("{targetUUID} regains health", "{targetUUID}恢复生命值"),
        story=("    {targetUUID} regains {amount}.", "    {targetUUID}恢复 {amount} 点生命值。"),
        numbers={"amount": ("the health restored", "所恢复的生命值")},
        search=("healed, restored, cured", "治疗、恢复"),
    )

    @game.effect(
        "heal",
        "Restore health",
        "恢复生命",
        amount(),
        target(CHARACTER),
        phrase=RESTORE,
        wording=Wording(keys=LocalizedText("restore|heal", "恢复|治疗")),
        emits=("onHealed",),
        is_self_limiting=True,
        doc=("Gives life back, up to what it was when full.", "恢复生命值，不超过上限。"),
        group="fight",
        icon="heart",
        search=("heal, cure, restore, mend", "治疗、恢复、回复"),
    )
    def heal(t: Any, amount: int, target: Sequence[int]) -> None:
        for thing in target:
            t.heal(thing, amount)


def draw(*, fatigue: bool = False) -> Part:
    """The effect that draws cards; with `fatigue` an empty deck hits its player, by one more each time."""

    def part(game: RulesetBuilder) -> None:
        if fatigue and lacks_life(game, "lib.draw(fatigue=True)"):
            return
        game.book.fatigue = fatigue
        if fatigue:
            _damaged(game)
        cards(game)

        @game.effect(
            "draw",
            "Draw cards",
            "抽牌",
            amount(10),
            target("player"),
            phrase=("{target} draws {amount:card|cards}.", "{target}抽{amount:张牌}。"),
            wording=Wording(keys=LocalizedText("draw", "抽")),
            is_self_limiting=True,
            emits=("onDamaged",) if fatigue else (),
            doc=(
                "From the top of the deck; what finds no room in hand is discarded.",
                "从牌库顶抽取；手牌已满则弃置。",
            ),
            group="cards",
            icon="layers",
            search=("draw, card advantage, refill hand", "抽牌、摸牌、补牌"),
        )
        def draw(t: Any, amount: int, target: Sequence[int]) -> None:
            for player in target:
                t.draw(amount, player)

    return part


def buff(game: RulesetBuilder) -> None:
    """The effect that raises the two numbers of cards in play by which they fight and live."""
    fight(game)
    kind = next((kind for kind in game.book.kinds.values() if kind.life), None)
    life = next((stat for stat in kind.stats if stat.name == kind.life), None) if kind is not None else None
    attack = next((stat for stat in kind.stats if stat is not life), None) if kind is not None else None
    if kind is None or life is None or attack is None:
        game.faults.refuse(
            author(),
            "lib.buff: no kind of card has a number that it lives by and another one to strengthen",
            "lib.buff：没有种类的牌同时具有生命数值与另一项可强化的数值",
        )
        return

    @game.effect(
        "buff",
        "Strengthen",
        "强化",
        Field("attack", Number(0, 99), attack.title),
        Field("health", Number(0, 99), life.title),
        target(kind.name),
        phrase=("{target} gets +{attack}/+{health}.", "{target}获得+{attack}/+{health}。"),
        wording=Wording(keys=LocalizedText(r"\bgets?\b|\bgive", "获得|使")),
        writes={attack.name: "+", life.name: "+"},
        doc=("Raises both numbers for as long as it is in play.", "在场期间提高两项数值。"),
        group="fight",
        icon="swords",
        search=("buff, stronger, plus, pump", "增益、加强、强化"),
    )
    def buff(t: Any, more: int, health: int, target: Sequence[int]) -> None:
        for thing in target:
            t.add(thing, attack.name, more)
            t.add(thing, life.name, health)
            t.add(thing, f"{life.name}Full", health)


def give_keyword(game: RulesetBuilder) -> None:
    """The effect that gives a keyword to cards in play."""
    fight(game)
    kinds = [kind for kind in game.book.kinds.values() if kind.keywords]
    words = tuple(Option(word, title) for kind in kinds for word, title in kind.keywords.items())
    if not words:
        game.faults.refuse(
            author(), "lib.give_keyword: no kind of card has keywords", "lib.give_keyword：没有种类的牌具有关键词"
        )
        return

    @game.effect(
        "giveKeyword",
        "Give a keyword",
        "赋予关键词",
        Field("keyword", Enum(words), LocalizedText("Keyword", "关键词")),
        target(kinds[0].name),
        phrase=("{target} gains {keyword}.", "{target}获得{keyword}。"),
        wording=Wording(keys=LocalizedText(r"\bgains?\b|\bgive", "获得|使")),
        doc=("For as long as it is in play.", "在场期间有效。"),
        group="fight",
        icon="shield",
        search=("keyword, ability, grant", "关键词、能力、赋予"),
    )
    def give_keyword(t: Any, keyword: str, target: Sequence[int]) -> None:
        for thing in target:
            t.set(thing, keyword, 1)


def summon(kind: Kind) -> Part:
    """The effect that makes a card in play, with its event."""

    def part(game: RulesetBuilder) -> None:
        if lacks(game, "lib.summon", kind, "plays_to"):
            return
        fight(game)
        game.event(
            "onSummon",
            f"A {kind.noun[0]} is summoned",
            f"召唤{kind.title.zh}时",
            {f"{kind.name}UUID": kind.name, **PLAYER_FIELD},
            phrase=(f"{{playerUUID}} summons {{{kind.name}UUID}}", f"{{playerUUID}}召唤{{{kind.name}UUID}}"),
            search=("summoned, enters, comes into play", "召唤、入场"),
            source_field="playerUUID",
            creates=True,
        )
        card = Field(
            "card",
            ID_TEXT,
            LocalizedText("Card", "卡牌"),
            reference=FieldReference(names="card", kinds=(kind.name,)),
        )

        @game.effect(
            "summon",
            "Summon",
            "召唤",
            card,
            phrase=("Summon {card:called a}.", "召唤{card:called a}。"),
            wording=Wording(keys=LocalizedText("summon", "召唤")),
            emits=("onSummon",),
            is_self_limiting=True,
            doc=("On your side, where there is room.", "在己方场上召唤（须有空位）。"),
            group="fight",
            icon="zap",
            search=("summon, token, create, call", "召唤、衍生物、创造"),
        )
        def summon(t: Any, card: str) -> None:
            t.summon(card)

    return part


def dying(kind: Kind) -> Part:
    """The event of a death, which those hear too that die at the same time."""

    def part(game: RulesetBuilder) -> None:
        if lacks(game, "lib.dying", kind, "life"):
            return
        game.event(
            "onDeath",
            f"A {kind.noun[0]} dies",
            f"{kind.title.zh}死亡时",
            {f"{kind.name}UUID": kind.name, **PLAYER_FIELD},
            phrase=(f"{{{kind.name}UUID}} dies", f"{{{kind.name}UUID}}死亡"),
            search=("dies, death, killed, destroyed", "死亡、被消灭"),
            ends=(f"{kind.name}UUID",),
            hears_after_leaving=True,
        )

    return part


def fight(game: RulesetBuilder) -> None:
    """The group of nodes about fights."""
    game.group("fight", "Fight", "战斗")


def cards(game: RulesetBuilder) -> None:
    """The group of nodes about cards."""
    game.group("cards", "Cards", "卡牌")

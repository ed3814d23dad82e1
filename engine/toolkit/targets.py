"""Choosers, conditions and values that card games repeat, for `RulesetBuilder.use`: whom an effect is done to, whose event it is, how much there is."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from engine.language.nodes.chooser_fields import choosing
from engine.language.spec import (
    Asks,
    Case,
    ConditionPhrase,
    Enum,
    Field,
    FieldAnalysis,
    LocalizedText,
    Noun,
    Option,
    Targets,
    Wording,
    options,
)
from engine.toolkit.faults import lacks, lacks_life
from engine.toolkit.rulebook import OWN, RIVAL, Kind

if TYPE_CHECKING:
    from engine.toolkit.builder import RulesetBuilder

Part = Callable[["RulesetBuilder"], None]
SIDES = options(("allied", "allied", "友方"), ("enemy", "enemy", "敌方"), ("any", "any", "任意"))
OTHERS_ONLY = Field(
    "others",
    Enum(options(("yes", "other than itself", "自身除外"))),
    LocalizedText("Others only", "自身除外"),
    required=False,
)


def chooser(kind: Kind | str, *attributes: Field) -> Part:
    """The chooser of cards in play of a kind, or of characters: those and players. One player picks, or all are meant, or some at random.

    Shapes: attributes are fields of `engine.language.nodes.attributes`, such as `stat_bounds("attack", …)`.
    """

    def part(game: RulesetBuilder) -> None:
        if (
            lacks_life(game, "targets.chooser")
            if isinstance(kind, str)
            else lacks(game, "targets.chooser", kind, "plays_to")
        ):
            return
        name = kind if isinstance(kind, str) else kind.name
        kinds = {row.name for row in game.book.kinds.values() if row.life}
        noun = Noun("character", "characters", "角色", "名") if isinstance(kind, str) else _noun(kind)

        @game.chooser(
            name,
            noun.one.capitalize(),
            noun.zh,
            Field("side", Enum(SIDES), LocalizedText("Side", "阵营")),
            OTHERS_ONLY,
            *choosing(name, *attributes),
            wording=Wording(called=tuple(_names_by_side(noun))),
            gives=name,
            doc=("In play, allied or enemy; this card's player picks.", "场上的友方或敌方对象，由此牌的玩家选择。"),
            search=("target, choose, pick, any", "目标、选择、指定"),
        )
        def choose(t: Any, side: str, others_only: str | None, *_: Any) -> tuple[int, ...]:
            players = {"allied": (t.player,), "enemy": (t.opponent(),)}.get(side, (t.player, t.opponent()))
            if isinstance(kind, str):
                targets = [card for player in players for card in t.living(player) if t.kind(card).name in kinds]
                targets += players
            else:
                targets = [card for player in players for card in t.zone(kind.plays_to, player) if t.kind(card) is kind]
            return tuple(target for target in targets if not others_only or target != t.card)

    return part


def _noun(kind: Kind) -> Noun:
    return Noun(*kind.noun, kind.classifier)


def _names_by_side(noun: Noun) -> Iterator[tuple[Mapping[str, str], Noun]]:
    """Yield what things are called by the fields of their chooser, the fullest first."""
    for side, en, zh in (("allied", "allied ", "友方"), ("enemy", "enemy ", "敌方"), ("", "", "")):
        when = {"side": side} if side else {}
        other = Noun(f"other {en}{noun.one}", f"other {en}{noun.many}", f"其他{zh}{noun.zh}", noun.classifier)
        yield {**when, "others": "yes"}, other
    for side, en, zh in (("allied", "allied ", "友方"), ("enemy", "enemy ", "敌方")):
        yield {"side": side}, Noun(f"{en}{noun.one}", f"{en}{noun.many}", f"{zh}{noun.zh}", noun.classifier)


def hero(game: RulesetBuilder) -> None:
    """The chooser of the players themselves."""
    seat = Enum(options(("you", "you", "你"), ("opponent", "your opponent", "对手")))

    @game.chooser(
        "hero",
        "A player",
        "玩家",
        Field("who", seat, LocalizedText("Who", "谁")),
        phrase=("{who}", "{who}"),
        wording=Wording(
            cases=(
                Case({"who": "you"}, LocalizedText("you", "你")),
                Case({"who": "opponent"}, LocalizedText("your opponent", "对手")),
            )
        ),
        gives="player",
        doc=("You, or your opponent.", "你或你的对手。"),
        search=("you, opponent, face, player", "你、对手、玩家"),
    )
    def hero(t: Any, who: str) -> tuple[int, ...]:
        return (t.player,) if who == "you" else (t.opponent(),)


def allegiance(kind: Kind) -> Part:
    """The conditions of a trigger on whose doing it is: yours, your opponent's, or this card's."""

    def part(game: RulesetBuilder) -> None:
        thing, asks = f"{kind.name}UUID", (Asks(LocalizedText("a player", "玩家"), ("playerUUID",)),)
        sides = (
            ("isYours", "you", "你", False, ("allied", "友方"), OWN),
            ("isOpponents", "your opponent", "对手", True, ("enemy", "敌方"), RIVAL),
        )
        phrases = [
            ConditionPhrase(
                (thing, "playerUUID"), player=LocalizedText(en, zh), before=LocalizedText(*adjective), word=word
            )
            for _, en, zh, _, adjective, word in sides
        ]
        for (name, en, zh, rival, _, _), phrase, opposite in zip(sides, phrases, reversed(phrases), strict=True):
            game.condition(
                name,
                f"Of {en}",
                f"属于{zh}",
                phrase=(f"it is {en}", f"是{zh}"),
                negated=(f"it is not {en}", f"不是{zh}"),
                wording=Wording(about=replace(phrase, opposite=opposite)),
                asks=asks,
                group="events",
                search=("mine, yours, allied, enemy, whose", "友方、敌方、谁的"),
                doc=("Whose event it is.", "事件属于哪一方。"),
            )(partial(_is_whose, rival))
        game.group("events", "Events", "事件")

        @game.condition(
            "isThis",
            "This card itself",
            "此牌自身",
            phrase=("it is this card", "是此牌"),
            negated=("it is not this card", "不是此牌"),
            wording=Wording(about=ConditionPhrase((thing,), itself=True)),
            asks=(Asks(LocalizedText(f"a {kind.noun[0]}", kind.noun[2]), (thing,)),),
            group="events",
            search=("itself, self, this card", "自身、此牌"),
            doc=("The event is about this card.", "事件与此牌自身有关。"),
        )
        def is_this(t: Any) -> bool:
            return bool(t.about(thing) == t.card)

    return part


def _is_whose(rival: bool, t: Any) -> bool:
    player = t.about("playerUUID")
    return player is not None and (player != t.player) == rival


def stat(game: RulesetBuilder) -> None:
    """The value that reads a number of a card in play, or of a player."""
    titles = {var.name: var.title for kind in game.book.kinds.values() for var in kind.stats} | {
        var.name: var.title for var in game.book.seat
    }
    words = tuple(Option(name, LocalizedText(title.en.lower(), title.zh)) for name, title in titles.items())
    game.group("cards", "Cards", "卡牌")
    of = Field("of", Targets("any"), LocalizedText("Of", "所属"))
    name = Field("name", Enum(words), LocalizedText("Number", "数值"), analysis=FieldAnalysis(reads_variable=True))

    @game.value(
        "stat",
        "Number of",
        "数值",
        of,
        name,
        phrase=("{of's name}", "{of}的{name}"),
        group="cards",
        doc=("A number as it is now; of several things their sum.", "当前数值；多个对象则为总和。"),
        search=("attack of, health of, number", "攻击力、生命值、数值"),
    )
    def stat(t: Any, of: Sequence[int], name: str) -> int:
        return sum(t.get(thing, name) for thing in of)


def count(game: RulesetBuilder) -> None:
    """The value that counts what a chooser finds."""
    game.group("cards", "Cards", "卡牌")
    of = Field("of", Targets("any"), LocalizedText("Of", "对象"))

    @game.value(
        "count",
        "How many",
        "数量",
        of,
        phrase=("the number of {of:many}", "{of:many}的数量"),
        group="cards",
        doc=("How many things there are.", "对象的数量。"),
        search=("how many, number of, for each", "数量、多少"),
    )
    def count(t: Any, of: Sequence[int]) -> int:
        return len(of)

"""Embers: a duel of two players with minions and spells, written on the toolkit. SOURCE.md has its rules."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.language.spec.shapes import LocalizedText
from engine.packs.decks import DeckRules
from engine.toolkit import library as lib
from engine.toolkit import targets
from engine.toolkit.builder import RulesetBuilder
from engine.toolkit.rulebook import Pool, Timing, Var, board, deck, discard, hand

HEALTH, ATTACK, LIFE = (
    LocalizedText("Health", "生命值"),
    LocalizedText("Attack", "攻击力"),
    LocalizedText("Health", "生命值"),
)

game = RulesetBuilder(
    "duel",
    "Embers",
    "余烬",
    folder=__file__,
    sample=("first-embers", ("First Embers", "初燃"), ("Twenty cards and two decks.", "二十张牌与两副牌组。")),
    seat=[
        Var(name="health", title=HEALTH, start=20, low=-99, high=99),
        Pool(name="mana", title=LocalizedText("Mana", "法力值"), cap=8, setting=False),
    ],
    zones=[deck(), hand(3, second=1, cap=8), board(6), discard()],
    decks=DeckRules(20, 2),
    default_decks=("cinder", "grove"),
    life="health",
    loses=lambda player: player.health <= 0,
    turns=40,
    rules="EM",
)
minion = game.kind(
    "minion",
    "Minion",
    "随从",
    cost="mana",
    stats=[Var(name="attack", title=ATTACK, high=30), Var(name="health", title=LIFE, low=-99, high=30)],
    life="health",
    plays_to="board",
    keywords={"taunt": ("Taunt", "嘲讽"), "charge": ("Charge", "冲锋")},
    timings=[
        Timing("battlecry", LocalizedText("Battlecry", "战吼"), when="play"),
        Timing("deathrattle", LocalizedText("Deathrattle", "亡语"), when="death"),
    ],
    variables=[Var(name="ready", title=LocalizedText("Ready to attack", "可攻击"), high=1)],
    triggers=True,
    colour="#a8452e",
)
spell = game.kind(
    "spell",
    "Spell",
    "法术",
    cost="mana",
    timings=[Timing("onCast", LocalizedText("When cast", "施放时"), when="play", plain=True)],
    colour="#4d7ea8",
)
game.use(
    lib.turns,
    lib.plays,
    lib.counting,
    lib.damage,
    lib.heal,
    lib.draw(fatigue=True),
    lib.buff,
    lib.give_keyword,
    lib.summon(minion),
    lib.dying(minion),
    targets.chooser(minion),
    targets.chooser("character"),
    targets.hero,
    targets.allegiance(minion),
    targets.stat,
    targets.count,
)
game.event(
    "onAttack",
    "A minion attacks",
    "随从攻击时",
    {"minionUUID": "minion", "targetUUID": "character"},
    phrase=("{minionUUID} attacks", "{minionUUID}攻击"),
    story=("{minionUUID} attacks {targetUUID}.", "{minionUUID}攻击{targetUUID}。"),
    search=("attack, strike, fight", "攻击、战斗"),
    source_field="minionUUID",
)


@game.on_turn_start
def begin(t: Any) -> None:
    t.refill("mana")
    t.ready(t.mine())
    t.draw(1)


@game.on_enter
def enter(t: Any, me: int) -> None:
    t.set(me, "ready", t.has_keyword(me, "charge"))


@game.action("attack", "Attack", "攻击", of="board", can=lambda t, me: t.get(me, "ready") and t.get(me, "attack"))
def attack(t: Any, me: int) -> Iterator[Any]:
    foe = yield t.ask(t.guards("taunt") or t.enemies(), "Whom does it attack?", "选择攻击目标")
    t.exhaust(me)
    t.emit("onAttack", me, foe)
    t.strike(me, foe)


game.score(health=2, attack=3, hand=3, taunt=1)
game.template(
    minion,
    "A minion",
    "随从",
    """{
  "id": "@ID@",
  "name": "New minion",
  "type": "minion",
  "cost": 2,
  "attack": 2,
  "health": 2,
  "description": "Battlecry: Draw a card.",
  "behaviors": [
    { "at": "battlecry", "do": [{ "type": "draw", "amount": 1, "target": { "type": "hero", "who": "you" } }] }
  ]
}
""",
)
game.template(
    spell,
    "A spell",
    "法术",
    """{
  "id": "@ID@",
  "name": "New spell",
  "type": "spell",
  "cost": 1,
  "description": "Deal 2 damage to a character of your choice.",
  "behaviors": [
    { "at": "onCast", "do": [{ "type": "damage", "amount": 2, "target": { "type": "character", "side": "any" } }] }
  ]
}
""",
)
RULESET = game.build()

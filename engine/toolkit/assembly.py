"""Puts a game together: what follows from its declarations, the checks, the code of its rules, and the ruleset that they are."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from engine.language.compiling.abilities import UUID_NAMES
from engine.language.spec import LocalizedText
from engine.ruleset import Decks, Ruleset
from engine.toolkit import checking
from engine.toolkit.bot_play import Play
from engine.toolkit.documents import Documents
from engine.toolkit.lowering import RuleBlock, lower
from engine.toolkit.match_flow import Course, deaths, defeats
from engine.toolkit.presentation import Presentation
from engine.toolkit.reasons import reasons
from engine.toolkit.rulebook import Pool, Rulebook, Zone
from engine.toolkit.rules import Budgets, Mechanics, Order
from engine.toolkit.zones import Visibility

if TYPE_CHECKING:
    from engine.toolkit.builder import RulesetBuilder

ENDS = {
    "time": LocalizedText("the match has lasted its turns", "已达回合上限"),
    "defeat": LocalizedText("the other side is defeated", "对方落败"),
}
"""Reasons for which a match of any game may end."""


def assemble(game: RulesetBuilder) -> Ruleset:
    """Return a game as a ruleset.

    Errors: BadGame with every fault, each at its author's line.
    """
    book = game.book
    _declare_settings(game)
    rules = {name: _lower(game, name, function) for name, function in game.functions.items()}
    documents = Documents(game)
    vocabulary = documents.plain
    checking.check(game, vocabulary)
    rules_of_end = [] if book.timeout is None else [book.timeout]
    texts = reasons([*game.functions.values(), *rules_of_end], {**ENDS, **game.stories}, game.faults)
    game.faults.check(book.name, game.folder)
    questions = {prompt: text for rule in rules.values() for prompt, text in rule.questions.items()}
    play, presentation = Play(game), Presentation(game, questions)
    for rule_node in game.nodes.values():
        rule_node.bind(rules.get(rule_node.rule))
    visibility = book.visibility()
    slug, title, about = game.sample
    return Ruleset(
        name=book.name,
        title=game.title,
        seats=(book.seats,),
        folder=game.folder,
        sample=(slug, LocalizedText(*title), LocalizedText(*about)),
        vocabulary=vocabulary,
        templates=tuple(template for _, template in game.templates),
        rewrite=documents.rewrite,
        problem_codes={code: problem for code, (problem, _) in game.codes.items()},
        problem_examples={code: example for code, (_, example) in game.codes.items()},
        groups=game.groups,
        settings=tuple(game.settings),
        config={setting.name: _as_config(setting.value) for setting in game.settings},
        budgets=Budgets(),
        blocks=(Course(book, game.table).block(), *(rule.block for rule in rules.values())),
        opening=f"{book.name}/match",
        define=documents.define,
        deal=play.deal,
        mechanics=_mechanics(book, visibility),
        decks=Decks(game.decks, game.default_decks) if game.decks is not None else None,
        evaluate=play.evaluate,
        candidate_actions=play.candidate_actions,
        determinize=visibility.determinize,
        hidden_zones=visibility.hidden_zones,
        experiment=play.experiment(),
        board=presentation.board(),
        face=presentation.face,
        tones=presentation.tones,
        icons=presentation.icons,
        story={**ENDS, **texts, **presentation.story()},
    )


def _declare_settings(game: RulesetBuilder) -> None:
    """Declare the settings that follow from numbers of seats and from zones, before those of the game's own."""
    own, game.settings = game.settings, []
    book = game.book
    for var in (*book.seat, *book.table):
        if var.setting:
            game.setting(var.name, var.start, f"{var.title.en} at the start", f"初始{var.title.zh}")
        if isinstance(var, Pool):
            game.setting(var.maximum, var.cap, f"Most {var.title.en.lower()}", f"{var.title.zh}上限")
    for zone in book.zones.values():
        if zone.opening:
            game.setting(zone.name, zone.opening, "Cards in the first hand", "起始手牌数")
        if zone.second:
            game.setting(f"{zone.name}Second", zone.second, "More cards for who does not begin", "后手额外手牌数")
        if zone.cap < Zone.cap:
            game.setting(
                f"{zone.name}Max", zone.cap, f"Most cards in the {zone.title.en.lower()}", f"{zone.title.zh}上限"
            )
    title = ("Turns of each seat", "每方回合数") if book.structure == "turns" else ("Rounds", "轮数")
    game.setting("turns", book.limit, *title)
    letters = game.rule_letters
    game.settings = [
        replace(setting, rule=setting.rule or f"{letters}{place}")
        for place, setting in enumerate([*game.settings, *own], 1)
    ]


def _lower(game: RulesetBuilder, name: str, function: Callable[..., Any]) -> RuleBlock:
    def is_interrupt(method: str) -> bool:
        return bool(getattr(getattr(game.table, method, None), "interrupts", False))

    return lower(function, f"{game.book.name}/{name}", game.table, is_interrupt, game.faults)


def _mechanics(book: Rulebook, visibility: Visibility) -> Mechanics:
    mortal = any(kind.life for kind in book.kinds.values())
    return Mechanics(
        order=Order(zones=tuple(book.zones)),
        rules=(*([deaths(book)] if mortal else []), *([defeats(book)] if book.loses is not None else [])),
        scoped=True,
        secret=visibility.secret,
        own=visibility.own,
        periods={"turn": "turn", "round": "round"},
        names=UUID_NAMES,
    )


def _as_config(value: Any) -> Any:
    """Return a setting as rules read it: a table of names is a mapping."""
    is_table = isinstance(value, tuple) and all(isinstance(row, tuple) for row in value)
    settings: Mapping[str, Any] | Any = dict(value) if is_table else value
    return settings

"""Three characters a side, dice for costs, seven elements that react: the game of 002 and 004. SOURCE.md has its rules."""

from __future__ import annotations

from pathlib import Path

from engine.language.compiling.abilities import UUID_NAMES
from engine.language.spec import LocalizedText
from engine.ruleset import Decks, Ruleset
from engine.rulesets.genius import (
    actions,
    blanks,
    board,
    config,
    decks,
    define,
    evaluate,
    experiment,
    face,
    labels,
    masks,
    match,
    order,
    plays,
    problems,
    setup,
    skills,
    state_checks,
    story,
    table,
    vocabulary,
)
from engine.rulesets.genius.nodes import card_handlers, handlers
from engine.toolkit.rules import Budgets, Mechanics, Order
from engine.toolkit.settings import defaults

RULESET = Ruleset(
    name="genius",
    title=LocalizedText("Seven Dice", "七元骰局"),
    seats=(2,),
    folder=Path(__file__).parent,
    sample=(
        "seven-dice",
        LocalizedText("Seven Dice", "七元骰局"),
        LocalizedText(
            "The set that the engine ships: characters of seven elements and their cards.",
            "引擎自带的卡包：七种元素的角色及其卡牌。",
        ),
    ),
    vocabulary=vocabulary.GENIUS,
    templates=blanks.TEMPLATES,
    rewrite=define.rewrite,
    problem_codes=problems.CODES,
    problem_examples=problems.EXAMPLES,
    groups=labels.GROUPS,
    guides=labels.GUIDES,
    settings=config.SETTINGS,
    config=defaults(config.SETTINGS),
    budgets=Budgets(queued=400),
    blocks=(
        *match.BLOCKS,
        *skills.BLOCKS,
        *plays.BLOCKS,
        *actions.BLOCKS,
        *state_checks.BLOCKS,
        *handlers.BLOCKS,
        *card_handlers.BLOCKS,
    ),
    opening="genius/match",
    define=define.define,
    deal=setup.deal,
    mechanics=Mechanics(
        order=Order(("zone", order.tie), table.ZONES, settled_by=("tie", "text")),
        rules=state_checks.RULES,
        requests=handlers.REQUESTS,
        scoped=True,
        secret=setup.VISIBILITY.secret,
        own=setup.VISIBILITY.own,
        periods={"round": "round"},
        id_step=-1,
        hosts=frozenset(("character",)),
        words=frozenset(),
        names=UUID_NAMES,
        on_payment=table.raise_spent,
    ),
    decks=Decks(decks.RULES, decks.DEFAULT),
    evaluate=evaluate.evaluate,
    candidate_actions=evaluate.candidate_actions,
    bots_remember=True,
    determinize=setup.VISIBILITY.determinize,
    hidden_zones=setup.VISIBILITY.hidden_zones,
    experiment=experiment.EXPERIMENT,
    board=board.BOARD,
    encode=masks.encode,
    face=face.face,
    tones=face.TONES,
    icons=face.ICONS,
    schema_files={"card-def.schema.json": "card", "deck.schema.json": "deck"},
    story=story.STORY,
)

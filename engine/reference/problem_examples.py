"""For every problem code a text that shows it, as the rulesets declare them, or the reason why there is none."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.language.spec import LocalizedText
from engine.ruleset import ProblemExample, Ruleset
from engine.rulesets import find, names

WITHOUT_EXAMPLE: Mapping[str, LocalizedText] = {
    "E-NOSTARTERS": LocalizedText(
        "Reported by a preview about a whole pack, never about one card's text.",
        "由模拟针对整个卡包给出，不针对单张卡牌。",
    ),
    "E-UNLISTED": LocalizedText(
        "Reported for a folder or archive without a manifest, never for one card's text.",
        "针对没有清单的文件夹或压缩包给出，不针对单张卡牌。",
    ),
    "E-STATCYCLE": LocalizedText(
        "The shipped games have no static modifiers, so none of their cards can have it.",
        "现有游戏没有静态修正，因此它们的卡牌不会出现此问题。",
    ),
    "E-DECK-PART": LocalizedText(
        "Reported for a deck beside all of its cards, never for one text.", "针对牌组及其全部卡牌给出，不针对单个文本。"
    ),
    "E-DECK-NEED": LocalizedText(
        "Reported for a deck beside all of its cards, never for one text.", "针对牌组及其全部卡牌给出，不针对单个文本。"
    ),
    "W-COST": LocalizedText(
        "Reported for a set of at least 20 cards, never for one card's text.",
        "针对至少 20 张卡牌的卡组给出，不针对单张卡牌。",
    ),
    "E-VARIANT": LocalizedText(
        "Reported for cards of one set beside each other, never for one card's text.",
        "针对同一卡组中的多张卡牌给出，不针对单张卡牌。",
    ),
    "W-HIDDEN": LocalizedText(
        "It never comes alone: only an old spelling of an outer trigger's event, itself W-ALIAS, can be hidden by an inner one.",
        "它不会单独出现：只有外层触发器事件的旧写法（本身为 W-ALIAS）才会被内层触发器遮蔽。",
    ),
    "W-MORE": LocalizedText(
        "It comes after more than 100 errors or warnings of one file, or 500 of a pack, and says how many more there are.",
        "当一个文件的错误或警告超过 100 个，或一个卡包超过 500 个时出现，并给出未列出的数量。",
    ),
    "W-PROSE": LocalizedText(
        "Reported for a pack in development mode, never for one card's text.",
        "在开发模式下针对卡包给出，不针对单张卡牌。",
    ),
    "W-VERSION": LocalizedText(
        "The card schemas of the shipped games have had one major version so far, so no card is of an older one.",
        "现有游戏的卡牌规范至今只有一个主版本，因此不存在旧版本的卡牌。",
    ),
}
"""Codes that no text of any game can show, each with the reason; rulesets add their own."""


@dataclass(frozen=True, slots=True)
class ShownExample:
    """An example and the ruleset whose text it is."""

    ruleset: Ruleset
    example: ProblemExample


def main_ruleset(games: Sequence[str] = ()) -> Ruleset:
    """Return the ruleset with the most examples: the one whose frame the page shows."""
    return max(map(find, games or names()), key=lambda ruleset: len(ruleset.problem_examples))


def shown_examples(games: Sequence[str] = ()) -> dict[str, ShownExample]:
    """Return the example of each code, the main ruleset's where several have one: of these games, of all where none is named."""
    out: dict[str, ShownExample] = {}
    for ruleset in (main_ruleset(games), *map(find, games or names())):
        for code, example in ruleset.problem_examples.items():
            out.setdefault(code, ShownExample(ruleset, example))
    return out


def reasons(games: Sequence[str] = ()) -> dict[str, LocalizedText]:
    """Return why a code has no example, for those that have none: of these games, of all where none is named."""
    own = (ruleset.problems_unseen for ruleset in map(find, games or names()))
    return {**WITHOUT_EXAMPLE, **{code: reason for each in own for code, reason in each.items()}}

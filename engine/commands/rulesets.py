"""`rulesets`: the games."""

from __future__ import annotations

from argparse import Namespace

from engine import api
from engine.commands.shell import FINE, Arguments, Command, Shell
from engine.language.spec import LocalizedText


def _arguments(_: Arguments) -> None:
    """It takes none of its own."""


def _run(shell: Shell, _: Namespace) -> int:
    rulesets = api.rulesets()
    value = [
        {
            "name": ruleset.name,
            "title": ruleset.title._asdict(),
            "seats": list(ruleset.seats),
            "kinds": list(ruleset.kinds),
            "schemaVersion": ruleset.schema_version,
        }
        for ruleset in rulesets
    ]
    seats = LocalizedText("seats", "席位数")
    lines = (
        f"{g.name}  {g.title.en} {g.title.zh}  {shell.say(seats)} {', '.join(map(str, g.seats))}" for g in rulesets
    )
    shell.answer(value, "\n".join(lines))
    return FINE


COMMAND = Command(
    "rulesets",
    LocalizedText("the games", "列出游戏规则"),
    _arguments,
    _run,
    about=LocalizedText(
        "List the games: name, title, numbers of players; with --format json their kinds of card and the version of their card schema too.",
        "列出游戏规则：名称、标题、席位数；加 --format json 还有卡牌种类和卡牌规范版本。",
    ),
)

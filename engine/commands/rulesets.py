"""`rulesets`: the games."""

from __future__ import annotations

from argparse import Namespace

from engine import api
from engine.commands.shell import FINE, Arguments, Command, Shell
from engine.language.shapes import Bi


def _arguments(_: Arguments) -> None:
    """It takes none of its own."""


def _run(shell: Shell, _: Namespace) -> int:
    games = api.rulesets()
    value = [
        {
            "name": game.name,
            "title": game.title._asdict(),
            "seats": list(game.seats),
            "kinds": list(game.kinds),
            "schemaVersion": game.schema_version,
        }
        for game in games
    ]
    seats = Bi("seats", "人数")
    lines = (f"{g.name}  {g.title.en} {g.title.zh}  {shell.say(seats)} {', '.join(map(str, g.seats))}" for g in games)
    shell.answer(value, "\n".join(lines))
    return FINE


COMMAND = Command(
    "rulesets",
    Bi("the games", "列出游戏规则"),
    _arguments,
    _run,
    about=Bi(
        "List the games: name, title, numbers of players; with --format json their kinds of card and the version of their card schema too.",
        "列出游戏规则：名称、标题、人数；加 --format json 还有卡牌种类和卡牌规范版本。",
    ),
)

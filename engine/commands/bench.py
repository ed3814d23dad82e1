"""`bench`: how fast matches go."""

from __future__ import annotations

import subprocess
import sys
from argparse import Namespace

from engine import api
from engine.bench import bench
from engine.commands.shell import FINE, Arguments, Command, Shell
from engine.language.shapes import Bi

START_UP = """
import resource, time
begun = time.process_time()
from engine import api
from engine.cardset import program_of
from engine.rulesets import find
program_of(find("{name}"), api.card_set("{name}"), max(find("{name}").seats))
print(time.process_time() - begun, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
"""


def _arguments(arguments: Arguments) -> None:
    arguments.add(
        "ruleset", help=Bi("name of a game (default: all)", "游戏规则名（缺省为全部）"), nargs="?", metavar="RULESET"
    )
    arguments.add(
        "--seconds", help=Bi("processor seconds for each part (default: 4)", "每部分的处理器秒数（缺省 4）"), type=float,
        default=4.0, metavar="S",
    )  # fmt: skip


def _run(shell: Shell, args: Namespace) -> int:
    chosen = [args.ruleset] if args.ruleset else [game.name for game in api.rulesets()]
    found = []
    for name in chosen:
        code = START_UP.format(name=name)
        out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
        found.append(bench(name, args.seconds, shell.clock, (float(out[0]), float(out[1]))))
    value = found[0] if args.ruleset else found
    text = "\n\n".join("\n".join(f"{key}: {held}" for key, held in one.items()) for one in found)
    shell.answer(value, text)
    return FINE


COMMAND = Command("bench", Bi("how fast matches go", "测量对局速度"), _arguments, _run)

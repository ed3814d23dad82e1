"""From the words of a call to its exit code."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Mapping, Sequence
from itertools import pairwise

from engine import api
from engine.bench import Clock
from engine.commands import (
    bench,
    compare,
    describe,
    find,
    gates,
    ladder,
    new_ruleset,
    pairs,
    play,
    preview,
    replay,
    rulesets,
    scenario,
    schema,
    tune,
    validate,
    verify,
    worth,
)
from engine.commands.parsing import parser
from engine.commands.shell import HINT, UNUSABLE, Command, Shell, Unusable, language
from engine.errors import BadCard, IllegalAction
from engine.language.spec import LocalizedText

COMMANDS: tuple[Command, ...] = (
    rulesets.COMMAND,
    schema.COMMAND,
    validate.COMMAND,
    verify.COMMAND,
    new_ruleset.COMMAND,
    gates.COMMAND,
    describe.COMMAND,
    find.COMMAND,
    scenario.COMMAND,
    play.COMMAND,
    replay.COMMAND,
    preview.COMMAND,
    worth.COMMAND,
    tune.COMMAND,
    compare.COMMAND,
    ladder.COMMAND,
    pairs.COMMAND,
    bench.COMMAND,
)
EXIT_INTERRUPTED = 130
"""What shells expect of a program that was stopped by the keyboard."""


def main(argv: Sequence[str], clock: Clock, environment: Mapping[str, str] | None = None) -> int:
    """Run one command and return its exit code; the clock gives seconds of processor, for `bench` alone."""
    variables = os.environ if environment is None else environment
    lang = _asked(argv) or language(variables)
    args = parser(COMMANDS, lang).parse_args(argv)
    shell = Shell(clock, args.lang or lang, args.format == "json")
    _write_utf8(shell.as_json)
    try:
        api.search_rulesets(api.ruleset_folders(variables))
        for fault in api.load_failures():
            for sentence in fault.sentences():
                shell.note(sentence)
        code = int(args.run(shell, args))
        sys.stdout.flush()
    except BrokenPipeError:
        return _broken_pipe()
    except KeyboardInterrupt:
        return EXIT_INTERRUPTED
    except BadCard as bad:
        for problem in bad.problems:
            print(shell.line(problem), file=sys.stderr)
        return UNUSABLE
    except (Unusable, api.BadSearchPath, api.MissingGame, OSError, IllegalAction) as refused:
        return _unusable(shell, _why(refused))
    except Exception as error:
        failed = api.fault_of_game(error)
        if failed is None:
            raise
        return _unusable(shell, failed.failure())
    return code


def _unusable(shell: Shell, why: LocalizedText) -> int:
    shell.note(LocalizedText(f"engine: {why.en}", f"engine: {why.zh}"))
    return UNUSABLE


def _why(error: Exception) -> LocalizedText:
    """Return in one line why a call cannot be answered."""
    match error:
        case Unusable() | api.BadSearchPath():
            return error.text
        case api.MissingGame():
            missing = LocalizedText(
                f"there is no game called {error.name}{HINT.en}", f"没有名为 {error.name} 的游戏规则{HINT.zh}"
            )
            return missing if error.fault is None else error.fault.sentence()
        case FileNotFoundError():
            return LocalizedText(f"there is no file {_file(error)}", f"没有文件 {_file(error)}")
        case OSError():
            detail = error.strerror or str(error)
            return LocalizedText(f"{_file(error)}: {detail}", f"{_file(error)}：{detail}")
        case _:
            return LocalizedText(str(error), str(error))


def _file(refused: OSError) -> str:
    return str(refused.filename if refused.filename is not None else refused)


def _write_utf8(is_forced: bool) -> None:
    """Write JSON in UTF-8 wherever it goes; in text, show as an escape what the terminal has no sign for."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8" if is_forced else None, errors="backslashreplace")


def _broken_pipe() -> int:
    """The reader of our answer has gone: not ours to complain about; what is buffered goes nowhere."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0


def _asked(argv: Sequence[str]) -> str | None:
    """Return the language that a call names, which its help and errors are written in too."""
    words = [*argv, ""]
    for word, after in pairwise(words):
        value = after if word == "--lang" else word.removeprefix("--lang=") if word.startswith("--lang=") else ""
        if value in ("en", "zh"):
            return value
    return None

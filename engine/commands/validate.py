"""`validate`: everything that is wrong with cards and decks."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from engine import api
from engine.commands.shell import FINE, FOUND, Arguments, Command, Shell, Unusable
from engine.errors import BadCard, Problem
from engine.language.diagnostics.listing import MORE, left_out
from engine.language.spec import LocalizedText
from engine.packs.loading import is_single
from engine.packs.validating import Mode, Report

MODE = LocalizedText(
    "strict: with one error no card is loaded; development: all valid cards are loaded (default: strict)",
    "strict：有任何错误则不载入；development：载入有效的部分（缺省 strict）",
)
RULESET = LocalizedText(
    "the game of the cards, where no manifest names it (default: detected from the cards)",
    "卡牌所属的游戏规则，清单未写明时使用（缺省按卡牌判断）",
)


def _arguments(arguments: Arguments) -> None:
    paths = LocalizedText(
        "file, folder, manifest.json or zip; single files make one set",
        "文件、文件夹、manifest.json 或 zip；多个文件视为一组",
    )
    arguments.add("paths", help=paths, nargs="+", type=Path, metavar="PATH")
    arguments.add("--ruleset", help=RULESET, metavar="R")
    arguments.add("--mode", help=MODE, choices=("strict", "development"), default="strict")


@dataclass(frozen=True, slots=True)
class _Pack:
    """What is validated as one set, and where a person finds its files to open them."""

    files: Path | list[Path]

    @property
    def name(self) -> str:
        """Return what was asked for."""
        return ", ".join(map(str, self.files)) if isinstance(self.files, list) else str(self.files)

    def display_name(self, file: str) -> str:
        """Return a file's name as it can be found from here."""
        if isinstance(self.files, list):
            return next((path.as_posix() for path in self.files if file in (path.name, path.as_posix())), file)
        root = self.files.parent if self.files.name == "manifest.json" else self.files
        root = root.parent if file.startswith(f"{root.name}/") and not (root / file).exists() else root
        return (root / file).as_posix() if file != root.name else root.as_posix()


def _packs(paths: Iterable[Path]) -> Iterator[_Pack]:
    """Yield what is to be validated: all single files together, each pack by itself."""
    unique = list(dict.fromkeys(paths))
    if single := [path for path in unique if is_single(path)]:
        yield _Pack(single)
    yield from (_Pack(path) for path in unique if not is_single(path))


def _run(shell: Shell, args: Namespace) -> int:
    ruleset = shell.ruleset(args.ruleset).name if args.ruleset else None
    cards, decks, problems, lines = 0, 0, list[Problem](), list[str]()
    shipped_ids, repairs = dict[str, None](), dict[str, list[Problem]]()
    for pack in _packs(args.paths):
        report = _report(shell, pack, ruleset, args.mode)
        if not report.problems and not report.cards and not report.decks and not api.holds_cards(pack.files):
            raise _no_cards(pack)
        cards, decks = cards + report.cards, decks + report.decks
        problems += report.problems
        shipped_ids |= {report.shipped: None} if report.shipped else {}
        lines += [shell.line(problem, pack.display_name(problem.file)) for problem in report.problems]
        repairs |= _repairs(pack, report.problems)
    lines += [
        shell.say(
            LocalizedText(f"decks were checked against the cards that {one} ships", f"牌组按 {one} 的自带卡牌检查")
        )
        for one in shipped_ids
    ]
    lines += [_repairs_text(shell, file, changes) for file, changes in repairs.items()]
    errors = sum(problem.severity == "error" for problem in problems)
    warnings = sum(problem.severity == "warning" and problem.code != MORE for problem in problems)
    left = left_out(problems)
    rest = LocalizedText(f", and {left:,} more", f"，另有 {left:,} 个未列出") if left else LocalizedText("", "")
    deck_text = LocalizedText(f" and {_count(decks, 'deck')}", f"和 {decks} 套牌组") if decks else LocalizedText("", "")
    summary = LocalizedText(
        f"{_count(cards, 'card')}{deck_text.en} loaded, {_count(errors, 'error')}, {_count(warnings, 'warning')}{rest.en}",
        f"载入 {cards} 张卡牌{deck_text.zh}，{errors} 个错误，{warnings} 个警告{rest.zh}",
    )
    value = {"ok": not errors, "cards": cards, "decks": decks, "problems": [problem.to_json() for problem in problems]}
    value |= (
        {"repairs": {file: [change.to_json() for change in changes] for file, changes in repairs.items()}}
        if repairs
        else {}
    )
    shell.answer(value, "\n".join([*lines, shell.say(summary)]))
    return FOUND if errors else FINE


def _repairs(pack: _Pack, problems: Iterable[Problem]) -> dict[str, list[Problem]]:
    """Return what would make JSON of each single file that is almost JSON, by the name under which it is shown."""
    broken_names = {pack.display_name(problem.file) for problem in problems if problem.code == "E-JSON"}
    out: dict[str, list[Problem]] = {}
    for path in pack.files if isinstance(pack.files, list) else []:
        if path.as_posix() in broken_names:
            try:
                changes = api.repairs_in(api.read_repaired(path.read_bytes(), file=path.as_posix()))
            except BadCard:
                continue
            out[path.as_posix()] = list(changes)
    return out


def _repairs_text(shell: Shell, file: str, changes: Iterable[Problem]) -> str:
    """Return the sentence that names the changes after which a file could be read."""
    en, zh = (" ".join(change.message[language] for change in changes) for language in ("en", "zh"))
    return shell.say(
        LocalizedText(
            f"{file}: this is almost JSON. An import with repairs would read it: {en}",
            f"{file}：文件接近 JSON。导入时选择修复即可读取：{zh}",
        )
    )


def _report(shell: Shell, pack: _Pack, ruleset: str | None, mode: Mode) -> Report:
    try:
        return api.validate_path(ruleset, pack.files, mode, watch=shell.progress(LocalizedText("files", "文件")))
    except LookupError as several:
        if not api.holds_cards(pack.files):
            raise _no_cards(pack) from several
        raise Unusable(
            f"these cards may be of several games; say --ruleset, one of {several}",
            f"这些卡牌可能属于多个游戏规则；请用 --ruleset 指定其一：{several}",
        ) from several


def _no_cards(pack: _Pack) -> Unusable:
    return Unusable(f"there are no cards in {pack.name}", f"{pack.name} 里没有卡牌")


def _count(count: int, word: str) -> str:
    return f"{count} {word}" if count == 1 else f"{count} {word}s"


COMMAND = Command(
    "validate",
    LocalizedText(
        "check cards and decks and list all problems: JSON, JSONC, directory, manifest, zip",
        "检查卡牌和牌组并列出全部问题：JSON、JSONC、文件夹、清单、zip",
    ),
    _arguments,
    _run,
    about=LocalizedText(
        "Read cards and decks and list all their problems; a deck without cards is checked against the shipped ones. Exit code 1 when there is an error. Example: python -m engine validate my-pack/ --mode development",
        "读取卡牌和牌组并列出全部问题；单独的牌组按自带卡牌检查。有错误时退出码为 1。例如：python -m engine validate my-pack/ --mode development",
    ),
)

"""What comes of a game with one fault: refused at the author's line, or everything works."""

from __future__ import annotations

import io
import shutil
import time
import traceback
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path

from engine import api
from engine.commands.entry import main
from engine.reference.book import LANGUAGES, Book
from engine.reference.entries import entries
from engine.reference.pages import pages_of
from engine.rulesets import added, find, names
from tests.engine.broken_games.mutants import Mutant

LEFT_OUT = shutil.ignore_patterns("__pycache__", "playthroughs")


@dataclass(frozen=True)
class Outcome:
    """What came of a fault: `refused` with the line of the author's code, `works`, `failed` with a line while it was used, or `broke`."""

    mutant: Mutant
    state: str
    why: str = ""
    line: int = 0
    file: str = ""

    def __str__(self) -> str:
        return f"{self.state} {self.mutant.file}:{self.mutant.line} {self.mutant.fault} — {self.file}:{self.line} {self.why}"


@contextmanager
def in_place(source: Path, mutant: Mutant, folder: Path) -> Iterator[Path]:
    """Write a copy of a game with a fault and put it on the search path; return its folder."""
    before = [Path(each) for each in added()]
    home = folder / source.name
    shutil.copytree(source, home, ignore=LEFT_OUT)
    (home / mutant.file).write_text(mutant.text, "utf-8")
    api.search_rulesets([folder])
    try:
        yield home
    finally:
        api.search_rulesets(before)
        shutil.rmtree(folder)


def outcome_of(source: Path, mutant: Mutant, folder: Path) -> Outcome:
    """Return what comes of a game with a fault."""
    name = source.name
    with in_place(source, mutant, folder) as home:
        if name not in names():
            [fault] = api.load_failures()
            is_placed = fault.file.is_relative_to(home) and fault.file.is_file() and fault.line > 0
            place = fault.file.relative_to(home).as_posix() if is_placed else str(fault.file)
            return Outcome(mutant, "refused" if is_placed else "broke", fault.text.en, fault.line, place)
        try:
            return use(mutant, name, home)
        except Exception as error:  # noqa: BLE001  what is looked for
            frame = traceback.extract_tb(error.__traceback__)[-1]
            return Outcome(mutant, "broke", f"{type(error).__name__}: {error}", frame.lineno or 0, frame.filename)


def use(mutant: Mutant, name: str, home: Path) -> Outcome:
    """Call every command on a game and write its pages; a command may say that the game failed, at a line of its author's."""
    calls = [
        ("rulesets",),
        ("schema", name, "card"),
        ("validate", str(home / "cards"), "--ruleset", name),
        ("describe", str(home / "cards"), "--ruleset", name),
        ("describe", str(home / "cards"), "--ruleset", name, "--lang", "zh"),
        ("scenario", str(home / "scenarios")),
        *(("play", name, "--seed", str(seed), "--bots", bots) for seed, bots in ((1, "random"), (2, "greedy"))),
    ]
    for call in calls:
        with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()) as notes:
            code = main(call, time.process_time, {"CARDLOOM_RULESETS": str(home.parent)})
        if code not in (0, 1, 2):
            return Outcome(mutant, "broke", f"{call[0]} exits with {code}")
        if f"the game {name} failed: {home}" in notes.getvalue():
            return Outcome(mutant, "failed", f"{call[0]}: {notes.getvalue().strip()}")
    pages(name)
    return Outcome(mutant, "works")


def pages(name: str) -> None:
    """Write what the portal's pages of help, faces and forms are made of."""
    ruleset = find(name)
    for lang in LANGUAGES:
        pages_of(Book(ruleset, lang))
    entries(), api.tones(), api.icons(), api.terms(name), api.problem_codes()
    for kind in api.schema_kinds():
        api.schema(name, kind)
    for document, _ in api.card_set(name):
        api.face(name, document)
    for template in api.templates(name):
        api.validate(name, template.text("my.card"))
    api.sample_pack(name), api.sample_decks(name), api.card_names(name)

"""Texts that reach code which no text before them reached, for the reader and the language: `make fuzz`, where atheris is installed.

atheris begins with the shipped cards, changes bytes and words of the language, and keeps what runs a new branch of the engine.
Whatever the text, it must come to a report; a card that is right must also be described and compared with its texts. An exception,
or ten seconds for one text, ends the run with an exit code above 70 and leaves the text in `var/fuzz/found`. What was kept is in
`var/fuzz/corpus`, with which the next run begins. atheris is no locked package: it has builds for some Pythons and systems only.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

FOLDER = Path("var", "fuzz")
SECONDS = 60
MAX_LENGTH = 4096
MAX_SECONDS = 10


def main(seconds: int) -> None:
    """Run for a number of seconds, or print that atheris is not installed."""
    try:
        import atheris  # type: ignore[import-untyped]  # no stubs, and not everywhere
    except ImportError:
        print("Skipped: reader and language by coverage. atheris is not installed: .venv/bin/pip install atheris")
        return
    with atheris.instrument_imports(include=["engine"]):
        from engine import api
        from engine.rulesets import names

    games = tuple(names())

    def read(data: bytes) -> None:
        """Take the first byte for the game and the rest for the text of a card."""
        if not data:
            return
        ruleset = games[data[0] % len(games)]
        report = api.validate(ruleset, data[1:].decode("utf-8", "replace"))
        if report.ok:
            api.mismatches(ruleset, report.document)
            for language in ("en", "zh"):
                api.describe(ruleset, report.document, language)

    atheris.Setup([sys.argv[0], *options(games, seconds)], read)
    atheris.Fuzz()


def options(games: Sequence[str], seconds: int) -> list[str]:
    """Write the shipped cards and the names of all nodes for libFuzzer, and return its command line."""
    from engine.cardset import shipped
    from engine.packs.canonical import canonical_bytes
    from engine.rulesets import find

    corpus, folder, dictionary = FOLDER / "corpus", FOLDER / "found", FOLDER / "words"
    corpus.mkdir(parents=True, exist_ok=True)
    folder.mkdir(exist_ok=True)
    words: set[str] = set()
    for number, ruleset in enumerate(games):
        vocabulary = find(ruleset).vocabulary
        words |= {spec.name for family in vocabulary.families for spec in vocabulary.family(family).values()}
        for document, digest in shipped(find(ruleset).folder):
            (corpus / digest).write_bytes(bytes([number]) + canonical_bytes(document))
    dictionary.write_text("".join(f'"\\"{word}\\""\n' for word in sorted(words) if word.isascii()))
    limits = [f"-max_total_time={seconds}", f"-max_len={MAX_LENGTH}", f"-timeout={MAX_SECONDS}"]
    return [str(corpus), *limits, f"-dict={dictionary}", f"-artifact_prefix={folder}/", "-print_final_stats=1"]


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else SECONDS)

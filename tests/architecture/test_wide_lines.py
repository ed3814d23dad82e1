"""The formatter formats all code, at most 120 columns wide; only a sentence alone on its line may be longer.

Tests and migrations are left out. The files that are not clean yet are listed in wide_files.txt, which may only shrink.
"""

from __future__ import annotations

import io
import re
import tokenize
from functools import cache

from tests.architecture.sources import ROOT, named, python_files

MAX_LINE = 120  # columns
FORMAT_OFF = re.compile(r"# fmt: (?:off|skip)\b")
SENTENCE = re.compile(
    r"""\s*(?:\w+[ ]?=[ ]?|"[^"]+":[ ])?           # what it is of: a keyword, a name, a key
        [a-zA-Z]{0,2}(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\"{3}.*)[,)\]}]*  # the sentence
        (?:\s*\#.*)?|\s*\#.*                  # a comment""",
    re.VERBOSE,
)
REMAINING = ROOT / "tests" / "architecture" / "wide_files.txt"


def faults(source: str) -> list[int]:
    """Return the numbers of the lines that are too wide or that the formatter leaves alone."""
    lines = source.splitlines()
    if max(map(len, lines), default=0) <= MAX_LINE and not FORMAT_OFF.search(source):
        return []
    prose = set[int]()
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if tokenize.tok_name[token.type] in ("STRING", "FSTRING_MIDDLE") and token.start[0] < token.end[0]:
            prose |= {*range(token.start[0], token.end[0] + 1)}
    return [
        number
        for number, line in enumerate(lines, 1)
        if FORMAT_OFF.search(line) or (len(line) > MAX_LINE and number not in prose and not SENTENCE.fullmatch(line))
    ]


@cache
def faulty_files() -> dict[str, list[int]]:
    """Return the files with such lines, tests apart."""
    files = [path for path in python_files() if not named(path).startswith("tests/")]
    lines = {named(path): faults(path.read_text(encoding="utf-8")) for path in files}
    return {name: numbers for name, numbers in lines.items() if numbers}


class TestWideLines:
    def test_are_in_the_listed_files_alone(self) -> None:
        remaining = set(REMAINING.read_text(encoding="utf-8").split())

        assert {name: lines for name, lines in faulty_files().items() if name not in remaining} == {}

    def test_leave_no_clean_file_in_the_list(self) -> None:
        remaining = set(REMAINING.read_text(encoding="utf-8").split())

        assert remaining - faulty_files().keys() == set(), "these files are clean: take them off wide_files.txt"

    def test_are_found_where_code_is_wide_or_kept_from_the_formatter(self) -> None:
        call, text = f"f({', '.join(['name'] * 30)})", "x" * 150

        assert faults(f"{call}\n") == [1]
        assert faults("f(1,2)  # fmt: skip\n") == [1]
        assert faults("# fmt: off\nf(1,2)\n# fmt: on\n") == [1]
        assert faults(f'f(name, "{text}")\n') == [1]
        assert faults(f'f("{text}", "{text}")\n') == [1]

    def test_may_hold_one_sentence(self) -> None:
        text = "x" * 150

        assert faults(f'"""{text}"""\nf(\n    "{text}",\n    text=f"{text}",\n)\nNAME = "{text}"\n# {text}\n') == []
        assert faults(f'"""Short.\n\n{text}\n"""\n') == []

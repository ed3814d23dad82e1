"""Every regular expression of the front end: found by a tokenizer of a few lines, measured in Node or in Chromium."""

from __future__ import annotations

import json
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from html import unescape
from pathlib import Path
from typing import Any, Final, NamedTuple

from tests.browser.launching import MISSING, launch_options
from tests.growth.measure import ROOT
from tests.growth.pumps import pumps

FOLDERS: Final = ("static/editor/src", "static/js")
RUNNER: Final = Path(__file__).with_name("runner.js")
_TOKEN: Final = re.compile(
    r"""(?P<space>[ \t\r\n]+|//[^\n]*|/\*(?:[^*]|\*(?!/))*\*/)
    |(?P<text>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')
    |(?P<word>[\w$]+)
    |(?P<regex>/(?:[^/\\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+/[a-z]*)
    |(?P<sign>.)""",
    re.VERBOSE | re.DOTALL,
)
_BEFORE_A_VALUE: Final = frozenset("(,=:[!&|?{;+-*%~^")
_WORDS: Final = frozenset(("return", "typeof", "case", "in", "of", "delete", "void", "do", "else", "await", "yield"))


class Literal(NamedTuple):
    """A pattern of the front end: its file, its source and its flags; no source where it is made from data."""

    file: str
    source: str | None
    flags: str


def scripts() -> list[Path]:
    """Return the files of the front end that are written here."""
    files = (path for folder in FOLDERS for path in (ROOT / folder).rglob("*") if path.suffix in (".ts", ".tsx", ".js"))
    return sorted(files)


def literals(file: str, text: str) -> Iterator[Literal]:
    """Yield the patterns of a script, also those inside `${…}` of a template."""
    at, before, depths = 0, ";", []  # type: int, str, list[int]
    while at < len(text):
        if text[at] == "`" or (text[at] == "}" and depths and depths[-1] == 0):
            if text[at] == "}":
                depths.pop()
            at, is_open = _template(text, at + 1)
            depths += [0] if is_open else []
            before = "(" if is_open else "`"
            continue
        token = _TOKEN.match(text, at)
        assert token is not None  # any sign is a token
        kind, value = token.lastgroup, token.group()
        is_value = kind == "regex" and (before in _BEFORE_A_VALUE or before in _WORDS)
        if is_value:
            source, _, flags = value[1:].rpartition("/")
            yield Literal(file, source, flags)
        elif kind == "regex":
            value = "/"
        if kind == "word" and value == "RegExp" and re.match(r"\s*\(", text[token.end() :]):
            yield Literal(file, None, "")
        if depths and value in ("{", "}"):
            depths[-1] += 1 if value == "{" else -1
        at += len(value)
        before = before if kind == "space" else value


def _template(text: str, at: int) -> tuple[int, bool]:
    """Return where the text of a template ends, and whether a value follows there."""
    while at < len(text) and text[at] != "`":
        if text.startswith("${", at):
            return at + 2, True
        at += 2 if text[at] == "\\" else 1
    return at + 1, False


_FOREIGN: Final = re.compile(r"\(\?<(?=\w)|\\k<(\w+)>|\\[pP]\{[\w=]+\}|\\u\{[0-9a-fA-F]+\}|\[\^\]|\\.|\$|\[", re.DOTALL)


def as_python(source: str) -> str:
    """Return a pattern of JavaScript as one that Python parses, for its parse tree alone: a class of Unicode is a letter there."""

    def own(match: re.Match[str]) -> str:
        text = match.group()
        if text.startswith("\\k"):
            return f"(?P={match.group(1)})"
        fixed = {"(?<": "(?P<", "[^]": r"[\s\S]", "[": r"\["}
        return r"\w" if text[:2] in (r"\p", r"\P") else "中" if text.startswith(r"\u{") else fixed.get(text, text)

    out, at, is_class = [], 0, False
    while at < len(source):
        match = _FOREIGN.match(source, at)
        text = match.group() if match else source[at]
        if text == "[" and not is_class:
            is_class = True
            out.append(text)
        elif match and not (is_class and text[0] == "("):
            out.append(own(match) if is_class or text != "[" else text)
        else:
            text = source[at]
            is_class = is_class and text != "]"
            out.append(text)
        at += len(text)
    return "".join(out)


def measured(patterns: Sequence[tuple[str, str]], seconds: int = 20) -> list[Any]:
    """Return what each pattern of JavaScript grew to; None where it is linear; `killed` where the child was ended."""
    node = shutil.which("node")
    return _in_node(node, jobs_of(patterns), seconds) if node else in_chromium(jobs_of(patterns))


def jobs_of(patterns: Sequence[tuple[str, str]]) -> list[Any]:
    """Return what the runner is given: each pattern with its pump strings."""
    return [{"source": source, "flags": flags, "pumps": pumps(as_python(source))} for source, flags in patterns]


def _in_node(node: str, jobs: Sequence[Any], seconds: int) -> list[Any]:
    answers: list[Any] = []
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        json.dump(jobs, file)
        file.flush()
        while len(answers) < len(jobs):
            run = subprocess.run(
                [node, RUNNER, file.name, str(len(answers))], capture_output=True, text=True, check=False,
                preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1)),
            )  # fmt: skip
            answers += [json.loads(line) for line in run.stdout.splitlines()]
            if len(answers) < len(jobs):
                if run.returncode not in (-signal.SIGXCPU, -signal.SIGKILL):
                    raise AssertionError(run.stderr[-2000:])
                answers.append("killed")
    return answers


def in_chromium(jobs: Sequence[Any]) -> list[Any]:
    """Return the answers of a page; its renderer is one process, so a pattern that does not end ends the whole run."""
    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder, "page.html")
        data = json.dumps(jobs).replace("<", "\\u003c")
        page.write_text(
            f"<meta charset=utf-8><body><script>var JOBS = {data};\n{RUNNER.read_text('utf-8')}</script>", "utf-8"
        )
        options = launch_options(Path(folder))
        argv = [options["executable_path"] or sys.exit(MISSING), *options["args"], "--headless=new"]
        argv += [f"--user-data-dir={folder}/user", "--dump-dom", page.as_uri()]
        run = subprocess.run(argv, capture_output=True, text=True, check=False, timeout=120, env=options["env"])
        text = run.stdout.rpartition("<pre>")[2].partition("</pre>")[0]
        return [json.loads(line) for line in unescape(text).splitlines()]

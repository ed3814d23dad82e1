"""The line ends of a text that comes back from a form: a browser sends each as CR LF, whatever the stored text had."""

import re
from collections import Counter, defaultdict

_END = re.compile(r"\r\n|\r|\n")  # what the reader counts as one
_MARK = "\ufeff"


def with_line_ends(text: str, original: str) -> str:
    """Return a text from a form with the line ends and the byte order mark of the stored text that it changes.

    A line that was there keeps its end; a new line has the end that most lines have. `static/editor/src/model/line_ends.ts` does the same.
    """
    lines = _END.split(text.removeprefix(_MARK))
    old, ends = _END.split(original.removeprefix(_MARK)), _END.findall(original)
    usual = Counter(ends).most_common(1)[0][0] if ends else "\n"
    kept = _kept_ends(lines, old, ends) if set(ends) - {usual} else []
    body = "".join(
        line + ((kept[n] if kept else None) or usual) if n < len(lines) - 1 else line for n, line in enumerate(lines)
    )
    return (_MARK if original.startswith(_MARK) else "") + body


def _kept_ends(lines: list[str], old: list[str], ends: list[str]) -> list[str | None]:
    """Return the end of each line that was there before: those at both ends of the text, then equal lines between them in their order."""
    most = min(len(old), len(lines))
    head = next((n for n in range(most) if old[n] != lines[n]), most)
    tail = next((n for n in range(most - head) if old[-1 - n] != lines[-1 - n]), most - head)
    all_ends: list[str | None] = [*ends, None]
    remaining: dict[str, list[str | None]] = defaultdict(list)
    for n in reversed(range(head, len(old) - tail)):
        remaining[old[n]].append(all_ends[n])
    shift = len(old) - len(lines)
    between = [
        remaining[lines[n]].pop() if remaining[lines[n]] else (all_ends[n] if shift == 0 else None)
        for n in range(head, len(lines) - tail)
    ]
    return [*all_ends[:head], *between, *all_ends[len(old) - tail :]]

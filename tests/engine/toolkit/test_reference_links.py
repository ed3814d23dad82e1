"""The reference of a game outside the tree: each link leads to a page of it, a heading or a file of its folder, and its examples are its own."""

from __future__ import annotations

import re
from collections.abc import Iterator
from posixpath import normpath
from urllib.parse import urlsplit

import pytest

from engine.language.spec import EventSpec
from engine.reference.markdown import anchor
from engine.reference.pages import pages
from engine.rulesets import find
from tests.engine.third_ruleset import OUTSIDE, on_the_path

LINK = re.compile(r"(?<!!)\[[^\]]*\]\(([^)\s]+)\)")
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
FENCE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
READ = re.compile(r"`\$(\w+)\.(\w+)`")


@pytest.mark.parametrize("name", OUTSIDE)
class TestTheReference:
    def test_links_to_what_is_there(self, name: str) -> None:
        with on_the_path(name):
            own, folder = (
                {f"reference/{file}": FENCE.sub("", text) for file, text in pages((name,)).items()},
                find(name).folder,
            )
        headings = {file: {anchor(heading) for heading in HEADING.findall(text)} for file, text in own.items()}
        dead = []
        for file, text in own.items():
            for target in LINK.findall(text):
                parts = urlsplit(target)
                place = normpath(f"{file}/../{parts.path}") if parts.path else file
                is_there = place in own or (folder / place).is_file()
                if parts.scheme or (is_there and (not parts.fragment or parts.fragment in headings.get(place, ()))):
                    continue
                dead.append((file, target))

        assert dead == [], dead

    def test_reads_the_fields_of_its_own_events(self, name: str) -> None:
        with on_the_path(name):
            events: dict[str, EventSpec] = {event.name: event for event in find(name).vocabulary.events}
            reads = [*_reads(pages((name,)), name)]

        assert reads
        assert [read for read in reads if read[0] not in events or read[1] not in events[read[0]].fields] == []


def _reads(files: dict[str, str], name: str) -> Iterator[tuple[str, str]]:
    """Yield the references to fields of events that the page of events shows as examples."""
    for lang in ("en", "zh"):
        intro = files[f"{lang}/{name}/events.md"].partition("## ")[0]
        yield from (read for read in READ.findall(intro) if read[0] not in ("event", "事件"))

"""T15: clients write down what they asked for and what was answered; the rows must be explained by that history.

A card is a register that changes only from the state that a save names; releases are a set that only grows; each acknowledged
change has one audit event. Chunks of previews are counted by T2.
"""

from __future__ import annotations

import os
import random
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace

import pytest
from django.db import connection

from cards.errors import Refusal
from cards.models import Account, AuditEvent, Card, DraftRevision, Pack, Release, ReleaseFile
from cards.queries.history import draft_get
from cards.services.draft import draft_save
from cards.services.release import ReleaseOrder, release_publish
from cards.services.version import version_create
from tests.cards.conftest import ANYWAY, MakeCard, card_text
from tests.cards.targets.figures import note, size, together

CLIENTS = 8
KINDS = ("save",) * 14 + ("stale save",) * 3 + ("version",) * 2 + ("publish",)


@dataclass(frozen=True, slots=True)
class Told:
    """What was answered to a client.

    Shapes: kind is save, version or publish; what is the text, or the number; before and after are revisions of a save.
    """

    kind: str
    card: str
    what: str
    ok: bool
    before: int = 0
    after: int = 0
    sha: str = ""


@dataclass(frozen=True, slots=True)
class Rows:
    """What the database holds in the end.

    Shapes: revisions maps a card to revision → text; releases maps a number to the hash of its archive; files maps it to the numbers of
            card files that are there and that should be; events counts audit events by (action, target).
    """

    revisions: dict[str, dict[int, str]]
    releases: dict[str, str]
    files: dict[str, tuple[int, int]]
    events: Counter[tuple[str, str]] = field(default_factory=Counter)


def anomalies(history: list[Told], rows: Rows) -> Iterator[str]:
    """Yield what no order of the history explains."""
    saves = [each for each in history if each.kind == "save"]
    for each in saves:
        there = [no for no, text in rows.revisions[each.card].items() if text == each.what]
        if there != ([each.after] if each.ok else []):
            yield f"a save of {each.card} that was told {each.ok} is revision {there}, not {each.after}"
        if each.ok and each.after != each.before + 1:
            yield f"revision {each.after} of {each.card} was written over {each.before}"
    for card, held in rows.revisions.items():
        if sorted(held) != list(range(1, len(held) + 1)):
            yield f"the revisions of {card} are {sorted(held)}"
    told = {each.what: each for each in history if each.kind == "publish" and each.ok}
    for number in sorted({*told, *rows.releases}):
        if number not in told or rows.releases.get(number) != told[number].sha:
            yield f"release {number} is {rows.releases.get(number)}, and was told to be {told.get(number)}"
        elif rows.files[number][0] != rows.files[number][1]:
            yield f"release {number} has {rows.files[number]} files"
    wanted = Counter((each.kind, each.what) for each in history if each.ok and each.kind != "save")
    if rows.events != wanted:
        yield f"audit events: {rows.events - wanted} too many, {wanted - rows.events} missing"


class Clients:
    """Clients that act at random, each by itself, and write down what is answered."""

    def __init__(self, pack: Pack, cards: list[Card], account: Account) -> None:
        self.pack, self.cards, self.account = pack, cards, account
        self.history: list[Told] = []
        self.lock, self.releases = threading.Lock(), 0

    def run(self, seed: int, count: int) -> None:
        """Do so many things."""
        dice = random.Random(seed)
        for no in range(count):
            card, kind = dice.choice(self.cards), dice.choice(KINDS)
            act: Callable[..., Told] = {"version": self.version, "publish": self.publish}.get(kind, self.save)  # type: ignore[assignment]  # of three methods
            told = act(card, f"{seed} {no}", old=kind == "stale save")
            with self.lock:
                self.history.append(told)
        connection.close()

    def save(self, card: Card, mark: str, *, old: bool) -> Told:
        """Save a text that nobody else saves, over the newest state or over one that is gone."""
        held, text = draft_get(card=card), card_text(card.written_id, name=mark)
        etag = f"r{held.revision - 1}-{held.source_sha[:8]}" if old and held.revision > 1 else held.etag
        try:
            saved = draft_save(actor=self.account, card=card, text=text, texts=None, based_on=etag)
        except Refusal:
            return Told("save", card.written_id, text, ok=False)
        return Told("save", card.written_id, text, ok=True, before=held.revision, after=saved.draft.revision)

    def version(self, card: Card, _mark: str, *, old: bool) -> Told:
        """Name a version of the newest state."""
        try:
            made = version_create(actor=self.account, card=card, based_on=draft_get(card=card).etag)
        except Refusal:
            return Told("version", card.written_id, card.written_id, ok=False)
        return Told("version", card.written_id, f"{card.written_id} v{made.number}", ok=True)

    def publish(self, card: Card, _mark: str, *, old: bool) -> Told:
        """Publish the next number, which others may want as well."""
        with self.lock:
            self.releases += 1
            number = f"1.{self.releases // 2}.0"
        try:
            release = release_publish(actor=self.account, pack=self.pack, order=ReleaseOrder(number, override=ANYWAY))
        except Refusal:
            return Told("publish", card.written_id, number, ok=False)
        return Told("publish", card.written_id, number, ok=True, sha=release.zip_sha256)


def rows_of(pack: Pack) -> Rows:
    """Return what the database holds."""
    revisions: dict[str, dict[int, str]] = {}
    for card, no, text in DraftRevision.objects.values_list("draft__card__written_id", "revision", "text"):
        revisions.setdefault(card, {})[no] = text
    releases = {each.version: each for each in Release.objects.filter(pack=pack)}
    files = {
        number: (ReleaseFile.objects.filter(release=each, path__startswith="cards/").count(), each.card_count)
        for number, each in releases.items()
    }
    events: Counter[tuple[str, str]] = Counter()
    for action, target in AuditEvent.objects.values_list("action", "target"):
        if action == "version.create":
            events["version", target] += 1
        elif action == "release.publish":
            events["publish", target.split()[1]] += 1
    return Rows(revisions, {number: each.zip_sha256 for number, each in releases.items()}, files, events)


@pytest.fixture
def played(pack: Pack, admin: Account, make_card: MakeCard) -> tuple[list[Told], Rows]:
    """A history, and the rows that came of it."""
    cards = [make_card(f"base.stone{no}") for no in range(4)]
    clients = Clients(pack, cards, admin)
    each = size(short=8, whole=int(os.environ.get("N") or 20_000) // CLIENTS)
    given = together([lambda seed=seed: clients.run(seed, each) for seed in range(CLIENTS)])
    assert given == [None] * CLIENTS
    return clients.history, rows_of(pack)


@pytest.mark.django_db(transaction=True)
def test_t15_the_rows_are_explained_by_what_clients_were_told(played: tuple[list[Told], Rows]) -> None:
    history, rows = played
    done = Counter(f"{each.kind} {'ok' if each.ok else 'refused'}" for each in history)
    found = list(anomalies(history, rows))
    note("T15", {"operations": len(history), **done, "anomalies": len(found)})

    assert found == []
    assert done["save ok"] and done["save refused"] and done["version ok"]


OK = [
    Told("save", "a", "one", ok=True, before=1, after=2),
    Told("save", "a", "two", ok=True, before=2, after=3),
    Told("save", "a", "no", ok=False),
    Told("version", "a", "a v1", ok=True),
    Told("publish", "a", "1.0.0", ok=True, sha="f" * 64),
]
GOOD = Rows(
    {"a": {1: "", 2: "one", 3: "two"}},
    {"1.0.0": "f" * 64},
    {"1.0.0": (3, 3)},
    Counter({("version", "a v1"): 1, ("publish", "1.0.0"): 1}),
)
BUGS: dict[str, tuple[list[Told], Rows]] = {
    "a lost update": (OK, replace(GOOD, revisions={"a": {1: "", 2: "two"}})),
    "a write over a newer state": ([OK[0], replace(OK[1], before=1), *OK[2:]], GOOD),
    "half a release": (OK, replace(GOOD, files={"1.0.0": (2, 3)})),
    "a release that changed": (OK, replace(GOOD, releases={"1.0.0": "0" * 64})),
    "an audit event that is missing": (OK, replace(GOOD, events=Counter({("publish", "1.0.0"): 1}))),
    "a refused save that was written": (OK, replace(GOOD, revisions={"a": {1: "", 2: "one", 3: "two", 4: "no"}})),
    "a release that nobody was told of": (OK[:-1], GOOD),
}


@pytest.mark.parametrize("bug", BUGS)
def test_t15_the_checker_sees(bug: str) -> None:
    assert list(anomalies(OK, GOOD)) == []
    assert list(anomalies(*BUGS[bug]))

"""Many rows of every kind in the world of the table, written by rows: services would take minutes."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from django.db.models import Model

from cards.models import (
    Account,
    ApiToken,
    AuditEvent,
    BulkChange,
    BulkEdit,
    Card,
    CardRename,
    CardVersion,
    Comment,
    Decision,
    Deck,
    DeckRevision,
    DraftRevision,
    HealthRun,
    ImportMapping,
    Invitation,
    Job,
    Match,
    Membership,
    Notification,
    Pack,
    Preview,
    Release,
    ReleaseCard,
    ReleaseFile,
    Review,
    Scenario,
    ScenarioRevision,
    SignedIn,
    SigningKey,
    Snippet,
    Sweep,
    Thread,
    Webhook,
    WebhookDelivery,
)
from cards.semver import Semver
from tests.cards.matrix.world import World, card_text

SOON = datetime.now(UTC) + timedelta(days=300)
NOT_GROWN = {
    "AddressChange": "one of an account",
    "AuthenticatorApp": "one of an account",
    "Blob": "bytes, shown by whoever names them",
    "CompanyAccount": "one of an account",
    "CompanyNotice": "shown nowhere",
    "IdempotencyKey": "shown nowhere",
    "KnownPlace": "shown nowhere",
    "LoginThrottle": "shown nowhere",
    "LoopFault": "shown as a number",
    "NotificationChoice": "one of an account",
    "Outbox": "shown as a number",
    "PackChange": "shown nowhere",
    "PackCounter": "shown nowhere",
    "PackReadiness": "one of a pack",
    "Passkey": "an account has 20 at most",
    "PasswordReset": "shown nowhere",
    "PreviewChunk": "shown nowhere",
    "Program": "a pack has 20 at most",
    "RecoveryCode": "shown as a number",
    "ReleasePlan": "one of a pack",
    "ReleaseTombstone": "shown nowhere",
    "ReleaseYank": "one of a release",
    "SeatLink": "one of a match",
    "TokenExchange": "shown nowhere",
    "Verification": "the newest of each kind is shown",
    "WorkerBeat": "one of a worker",
}
"""Models that are not made many, each with the reason."""


def copies(row: Model, count: int, change: Callable[[int], dict[str, Any]]) -> list[Any]:
    """Return unsaved copies of a row, each with changes of its own."""
    fields = [field for field in row._meta.concrete_fields if not field.primary_key and not field.generated]
    values = {field.attname: getattr(row, field.attname) for field in fields}
    results = []
    for number in range(count):
        changes = change(number)
        plain = {name: value for name, value in values.items() if name.removesuffix("_id") not in changes}
        results.append(type(row)(**{**plain, **changes}))
    return results


def digest(*words: object) -> str:
    return hashlib.sha256(repr(words).encode()).hexdigest()


class Growth:
    """Adds `count` rows of every kind to the pack `core` and to its admin; `step` keeps what is added apart from earlier rows."""

    def __init__(self, world: World, step: int, count: int) -> None:
        self.admin, self.pack, self.step, self.count = (
            world.accounts["admin"],
            Pack.objects.get(slug="core"),
            step,
            count,
        )
        self.base = 1000 * step
        self.grown: set[str] = set()

    def all(self) -> set[str]:
        """Write everything; return the names of the models."""
        cards = self._cards("g", None)
        self._cards("t", datetime.now(UTC))
        for rows in self._other_rows(cards):
            self.put(rows)
        return self.grown

    def put(self, rows: Sequence[Any]) -> None:
        """Write rows of one kind."""
        type(rows[0])._default_manager.bulk_create(rows, batch_size=500)
        self.grown.add(type(rows[0]).__name__)

    def _cards(self, letter: str, trashed_at: datetime | None) -> list[Card]:
        """Write cards with drafts, a version and a review each."""
        stone = Card.objects.get(pack=self.pack, written_id="base.stone")
        loose = Review.objects.filter(pack=self.pack).order_by("pk").first()
        assert loose is not None
        names = [f"base.{letter}{self.base + number:05}" for number in range(self.count)]
        texts = [card_text(self.pack, name) for name in names]
        cards = copies(
            stone, self.count,
            lambda n: {"written_id": names[n], "trashed_at": trashed_at, "trashed_by": self.admin if trashed_at else None, "newest_version": None, "released_version": None},
        )  # fmt: skip
        self.put(cards)
        document = loose.version.document
        self.put(
            copies(
                stone.draft,
                self.count,
                lambda n: {
                    "card": cards[n],
                    "text": texts[n],
                    "document": {**document, "id": names[n]},
                    "source_sha": digest(texts[n]),
                },
            )
        )
        if trashed_at:
            return cards
        versions = copies(
            loose.version, self.count,
            lambda n: {"card": cards[n], "text": texts[n], "document": {**document, "id": names[n]}, "source_sha": digest(texts[n]), "parent": None},
        )  # fmt: skip
        self.put(versions)
        for card, version in zip(cards, versions, strict=True):
            card.newest_version = version
        Card.objects.bulk_update(cards, ["newest_version"])
        self.put(
            copies(
                loose,
                self.count,
                lambda n: {
                    "card": cards[n],
                    "version": versions[n],
                    "number": self.base + n,
                    "requested_by": self.admin,
                    "base": None,
                },
            )
        )
        return cards

    def _other_rows(self, cards: Sequence[Card]) -> Iterator[list[Any]]:
        pack, count, at = self.pack, self.count, self.base
        stone = Card.objects.get(pack=pack, written_id="base.stone")
        version = CardVersion.objects.get(card=stone, number=1)
        yield copies(version, count, lambda n: {"number": at + n, "parent": version})
        revision = DraftRevision.objects.filter(draft=stone.draft).first()
        yield copies(revision, count, lambda n: {"revision": at + n})  # type: ignore[arg-type]  # the world has one
        scenario = Scenario.objects.filter(card=stone).first()
        yield copies(scenario, count, lambda n: {"number": at + n, "name": f"S {at + n}"})  # type: ignore[arg-type]  # the world has one
        saved = ScenarioRevision.objects.filter(scenario=scenario).first()
        yield copies(saved, count, lambda n: {"revision": at + n})  # type: ignore[arg-type]  # the world has one
        yield copies(pack.glossary.get(zh="石头"), count, lambda n: {"en": f"stone {at + n}", "zh": f"石头 {at + n}x"})
        accounts = [Account(email=f"many{at + n}@example.org", password="!") for n in range(count)]
        yield accounts
        yield [Membership(pack=pack, account=account, role="viewer") for account in accounts]
        yield [
            Invitation(token_sha256=digest("i", at, n), expires_at=SOON, email=f"i{at + n}@example.org", pack=pack, role="viewer", created_by=self.admin)
            for n in range(count)
        ]  # fmt: skip
        preview = Preview.objects.get(pack=pack, number=1)
        yield copies(preview, count, lambda n: {"number": at + n})
        yield copies(Job.objects.get(pack=pack, number=2), count, lambda n: {"number": at + n})
        yield copies(preview, count, lambda n: {"number": at + 500 + n, "card": cards[n]})
        yield copies(Match.objects.get(pack=pack, number=1), count, lambda n: {"number": at + n})
        yield from self._packs_and_decks()
        yield from self._talk()
        yield from self._records(cards, stone)
        yield from self._releases(cards)

    def _packs_and_decks(self) -> Iterator[list[Any]]:
        pack, count, at = self.pack, self.count, self.base
        deck = Deck.objects.get(pack=pack, number=1)
        yield copies(
            deck, count, lambda n: {"number": at + n, "deck_id": f"g{at + n}", "text": deck.text.replace("mine", f"g{at + n}")}
        )  # fmt: skip
        yield copies(
            deck, count, lambda n: {"number": at + 500 + n, "deck_id": f"t{at + n}", "trashed_at": datetime.now(UTC)}
        )
        yield [
            DeckRevision(deck=deck, revision=at + n, text=deck.text, sha=deck.sha, author=self.admin)
            for n in range(count)
        ]
        yield copies(Snippet.objects.get(pack=pack, name="a block"), count, lambda n: {"name": f"block {at + n}"})
        mapping = ImportMapping.objects.filter(pack=pack).earliest("pk")
        yield copies(mapping, count, lambda n: {"shape": digest("m", at, n)})
        packs = copies(pack, count, lambda n: {"slug": f"many-{at + n}"})
        yield packs
        yield [Membership(pack=each, account=self.admin, role="admin") for each in packs]

    def _talk(self) -> Iterator[list[Any]]:
        pack, count, at = self.pack, self.count, self.base
        thread = Thread.objects.get(review__pack=pack, review__number=1, pk=min(Thread.objects.filter(review__pack=pack).values_list("pk", flat=True)))  # fmt: skip
        yield copies(thread, count, lambda n: {})
        comment = Comment.objects.filter(thread=thread).first()
        yield copies(comment, count, lambda n: {"text": f"Why {at + n}?"})  # type: ignore[arg-type]  # the world has one
        yield [Decision(review=thread.review, by=self.admin, verdict="approve", reason="x") for _ in range(count)]
        yield [
            Notification(account=self.admin, kind="commented", pack=pack, by=self.admin, about={"card": "base.stone", "review": 1})
            for _ in range(count)
        ]  # fmt: skip
        hook = Webhook.objects.filter(pack=pack).order_by("pk").first()
        assert hook is not None
        yield copies(hook, count, lambda n: {"url": f"https://hooks.example.org/{at + n}"})
        delivery = WebhookDelivery.objects.filter(webhook=hook).first()
        yield copies(delivery, count, lambda n: {"event_id": f"evt_{at + n}"})  # type: ignore[arg-type]  # the world has one

    def _records(self, cards: Sequence[Card], stone: Card) -> Iterator[list[Any]]:
        pack, count, at, admin = self.pack, self.count, self.base, self.admin
        token = ApiToken.objects.filter(account=admin).first()
        yield copies(token, count, lambda n: {"token_id": f"m{at + n}", "token_sha256": digest("t", at, n)})  # type: ignore[arg-type]  # the world has one
        yield [AuditEvent(actor=admin, action="card.create", pack=pack, target=f"base.g{n}") for n in range(count)]
        yield [SignedIn(account=admin, session_key=f"m{at + n}", agent=f"Browser {at + n}") for n in range(count)]
        bulks = [BulkEdit(pack=pack, kind="grid", author=admin) for _ in range(count)]
        yield bulks
        yield [BulkChange(bulk=bulks[0], card=card, before=1, after=1) for card in cards]
        yield [
            Sweep(
                pack=pack, number=at + n, card=stone, pointer="/manaCost", start=1, values=[1, 2], etag="r1-x", candidate_revision=1,
                candidate_sha256=digest("s"), preset="quick", seed=1, state="cancelled", requested_by=admin, finished_at=SOON,
            )
            for n in range(count)
        ]  # fmt: skip
        yield [
            HealthRun(pack=pack, preset="quick", pending=[], total=1, state="finished", requested_by=admin, finished_at=SOON)
            for _ in range(count)
        ]  # fmt: skip
        yield [
            CardRename(pack=pack, card=card, old_id=f"{card.written_id}.old", new_id=card.written_id, renamed_by=admin)
            for card in cards
        ]

    def _releases(self, cards: Sequence[Card]) -> Iterator[list[Any]]:
        release = Release.objects.get(pack=self.pack, version="1.0.0")
        names = [f"0.1.0-a.{self.base + n}" for n in range(self.count)]
        yield copies(
            release, self.count, lambda n: {"version": names[n], "order_key": Semver.parse(names[n]).order_key, "is_prerelease": True}
        )  # fmt: skip
        shipped_release_card = ReleaseCard.objects.filter(release=release).first()
        file = ReleaseFile.objects.filter(release=release, path__startswith="cards/").first()
        assert shipped_release_card is not None and file is not None
        yield copies(
            shipped_release_card, self.count, lambda n: {"card": cards[n], "written_id": cards[n].written_id, "path": f"cards/{cards[n].written_id}.json", "version": cards[n].newest_version}
        )  # fmt: skip
        yield copies(file, self.count, lambda n: {"path": f"cards/{cards[n].written_id}.json"})
        key = SigningKey.objects.first()
        yield copies(key, self.count, lambda n: {"key_id": f"{self.base + n:016X}"})  # type: ignore[arg-type]  # the world has one

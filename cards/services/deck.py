"""Decks: making them, saving them, the trash, and which of them previews and releases refer to."""

import hashlib
import re
from collections.abc import Iterable, Mapping, Sequence

from django.db import IntegrityError, transaction
from django.utils import timezone

from cards.errors import IdTaken, InvalidFields, Refusal, Stale, StateConflict
from cards.gateway import deck_files
from cards.lookups import first_or_not_found
from cards.models import Account, Deck, DeckRevision, Pack
from cards.models.deck import DECK_ID_LENGTH, DECK_NAME_LENGTH
from cards.permissions import Act, Actor, authorize, require
from cards.services.audit import audit_record
from cards.services.constraint import breaks
from cards.services.draft import checked_etag
from cards.services.pack import number_take, pack_lock
from cards.shape import Json, JsonObject
from cards.single_line import one_line
from cards.texts import checked_line
from cards.values import frozen_dataclass

ETAG = re.compile(r"^r([1-9][0-9]{0,8})-([0-9a-f]{8})$")
MAX_COPIES = 999  # of one card in one list, as the schema of decks has it
ID_IN_USE = (
    "This pack already has a deck with this id. Choose another id, or open that deck and replace its file.",
    "卡包中已有使用此标识的牌组。请换一个标识，或打开该牌组并替换其文件。",
)


@frozen_dataclass
class DeckEdit:
    """A change of one line of a deck: to a number of copies, by a number, or the same copies of another card."""

    key: str
    card: str
    to: int | None = None
    by: int = 0
    use: str = ""


def deck_create(*, actor: Actor, pack: Pack, text: str | bytes, details: Mapping[str, str] | None = None) -> Deck:
    """Make a deck of a file's text, byte for byte; its cards may break the rules or be missing.

    Errors: BadText with the places of what is no deck of this game; IdTaken; StateConflict in an archived pack and
            in a game without decks.
    """
    account = _may_edit(actor, pack)
    return _create(account, pack, deck_files.deck_read(pack.ruleset, text), details or {"from": "file"})


def deck_create_empty(*, actor: Actor, pack: Pack, deck_id: str, name: str = "") -> Deck:
    """Make a deck without cards."""
    account = _may_edit(actor, pack)
    text = deck_files.deck_empty(pack.ruleset, _deck_id(deck_id), _name(name))
    return _create(account, pack, deck_files.deck_read(pack.ruleset, text), {"from": "nothing"})


def deck_create_from_sample(*, actor: Actor, pack: Pack, sample: str) -> Deck:
    """Make one of the decks that the ruleset brings along (`gateway.deck_files.sample_decks`)."""
    account = _may_edit(actor, pack)
    sample_deck = next((each for each in deck_files.sample_decks(pack.ruleset) if each.name == sample), None)
    if sample_deck is None:
        raise InvalidFields.of("/sample", "No such deck.", "没有这套牌组。")
    deck = deck_files.deck_read(pack.ruleset, sample_deck.text)
    return _create(account, pack, deck, {"from": "sample", "sample": sample})


def deck_copy(*, actor: Actor, pack: Pack, source: Deck, deck_id: str, name: str = "") -> Deck:
    """Make a deck with the cards of another one, of this pack or of another pack of the same game.

    Errors: NotFound when the actor may not read the source; StateConflict for a deck of another game.
    """
    account = _may_edit(actor, pack)
    require(account=account, pack=source.pack, act=Act.DECK_READ)
    if source.pack.ruleset != pack.ruleset:
        raise StateConflict("That deck belongs to another game.", "该牌组属于另一个游戏。")
    words = {"deckId": _deck_id(deck_id), "name": _name(name)}
    text = deck_files.deck_read(pack.ruleset, source.text).with_words(**words)
    details = {"from": "copy", "copy_of": f"{source.pack.slug}/{source.number}"}
    return _create(account, pack, deck_files.deck_read(pack.ruleset, text), details)


def deck_save(*, actor: Actor, deck: Deck, text: str | bytes, based_on: str | None) -> Deck:
    """Replace a deck's text unless it was saved since the state that `based_on` (an ETag) names.

    It writes no audit event: the revision is the record. The same text makes no revision.

    Errors: IfMatchRequired without `based_on`; Stale with the newer deck; BadText and IdTaken as for a new one;
            StateConflict for a deck in the trash.
    """
    account, etag = _may_save(actor, deck), checked_etag(based_on, deck.etag)
    read = deck_files.deck_read(deck.pack.ruleset, text)
    with transaction.atomic():
        return _write(account, deck, read, etag)


def deck_edit(*, actor: Actor, deck: Deck, edits: Iterable[DeckEdit], based_on: str | None) -> Deck:
    """Change lines of a deck, all as one revision; errors as for `deck_save`.

    Errors: InvalidFields for a list that decks do not have and for a number of copies that is not within 0 and 999.
    """
    account, etag = _may_save(actor, deck), checked_etag(based_on, deck.etag)
    if deck.etag != etag:
        raise Stale(deck)
    read, change = deck_files.deck_read(deck.pack.ruleset, deck.text), None
    for edit in edits:
        read, change = _edited(read, edit)
    with transaction.atomic():
        return _write(account, deck, read, etag, change)


def deck_restore(*, actor: Actor, deck: Deck, revision: int, based_on: str | None) -> Deck:
    """Make a deck what an earlier save was, as a new revision: nothing in between is lost."""
    account, etag = _may_save(actor, deck), checked_etag(based_on, deck.etag)
    source = first_or_not_found(DeckRevision.objects.filter(deck=deck, revision=revision))
    read = deck_files.deck_read(deck.pack.ruleset, source.text)
    with transaction.atomic():
        deck_after = _write(account, deck, read, etag, {"restored": revision})
        if deck_after.revision != deck.revision:
            details = {"revision": deck_after.revision, "from": revision}
            audit_record(
                actor=account,
                action="deck.restore",
                pack=deck.pack,
                target=f"{deck.deck_id} r{revision}",
                details=details,
            )
    return deck_after


def deck_trash(*, actor: Actor, deck: Deck) -> Deck:
    """Put a deck into the trash; a reference deck stays until it is none."""
    account = authorize(actor, deck.pack, Act.DECK_EDIT)
    with transaction.atomic():
        if deck.number in pack_lock(pack=deck.pack).reference_decks:
            raise StateConflict(
                "This is a reference deck. Take it off the reference decks first.",
                "这是参考牌组。请先将其移出参考牌组。",
            )
        return _move(account, deck, "deck.trash", trashed=True)


def deck_untrash(*, actor: Actor, deck: Deck) -> Deck:
    """Take a deck out of the trash; IdTaken where another deck has its id by now."""
    account = authorize(actor, deck.pack, Act.DECK_EDIT)
    return _move(account, deck, "deck.untrash", trashed=False)


def deck_references_set(*, actor: Actor, pack: Pack, numbers: Iterable[int], among: Iterable[int]) -> Pack:
    """Choose which decks previews and releases refer to; of the decks `among` those of `numbers`, the others stay.

    Errors: InvalidFields for a deck that the pack does not have or that is in the trash.
    """
    account = authorize(actor, pack, Act.PACK_EDIT)
    chosen_numbers, listed_numbers = set(numbers), set(among)
    with transaction.atomic():
        locked = pack_lock(pack=pack)
        numbers_after = sorted((set(locked.reference_decks) - listed_numbers) | chosen_numbers)
        live = Deck.objects.filter(pack=pack, trashed_at__isnull=True, number__in=numbers_after)
        missing = set(numbers_after) - set(live.values_list("number", flat=True))
        if missing & chosen_numbers:
            raise InvalidFields.of("/reference_decks", "No such deck.", "没有这套牌组。")
        locked.reference_decks = [number for number in numbers_after if number not in missing]
        locked.save(update_fields=["reference_decks"])
        audit_record(
            actor=account,
            action="deck.references_set",
            pack=pack,
            target=pack.slug,
            details={"decks": locked.reference_decks},
        )
    pack.reference_decks = locked.reference_decks
    return pack


def decks_write(*, account: Account, pack: Pack, decks: Sequence[tuple[deck_files.DeckFile, Deck | None]]) -> None:
    """Make decks of what was read, or replace those that they are given with, for a service that records why.

    Errors: Stale for a deck that was saved since it was read; IdTaken for one that was created meanwhile;
            StateConflict for one that went into the trash meanwhile.
    """
    for read, existing in decks:
        if existing is None:
            _create(account, pack, read, {"from": "import"})
        else:
            _write(account, existing, read, existing.etag)


def _edited(read: deck_files.DeckFile, edit: DeckEdit) -> tuple[deck_files.DeckFile, Json]:
    """Return the deck after one edit, and what it changed."""
    if edit.key not in deck_files.deck_keys(read.ruleset):
        raise InvalidFields.of("/key", "A deck of this game has no such list.", "此游戏的牌组没有这个列表。")
    copies_before = read.copies.get((edit.key, edit.card), 0)
    if edit.use:
        copies_after = read.copies.get((edit.key, edit.use), 0) + copies_before
        text = read.with_copies(edit.key, edit.card, 0)
        read = deck_files.deck_read(read.ruleset, text)
        return _edited(read, DeckEdit(edit.key, edit.use, to=copies_after))
    now = max(0, copies_before + edit.by) if edit.to is None else edit.to
    if not 0 <= now <= MAX_COPIES:
        raise InvalidFields.of(
            "/count", f"From 0 to {MAX_COPIES} copies of a card.", f"每张卡牌的张数应在 0 到 {MAX_COPIES} 之间。"
        )
    change = {"card": edit.card, "from": copies_before, "to": now}
    if now == copies_before:
        return read, change
    return deck_files.deck_read(read.ruleset, read.with_copies(edit.key, edit.card, now)), change


def _create(account: Account, pack: Pack, read: deck_files.DeckFile, details: Mapping[str, str]) -> Deck:
    with _unique_id(), transaction.atomic():
        deck = Deck.objects.create(
            pack=pack, number=number_take(pack=pack, kind="deck"), created_by=account, **_columns(account, read)
        )
        _keep(deck, account)
        audit_record(actor=account, action="deck.create", pack=pack, target=deck.deck_id, details=details)
    return deck


def _write(
    account: Account, deck: Deck, read: deck_files.DeckFile, etag: str, change: JsonObject | None = None
) -> Deck:
    """Replace the text if the row still is the one of the ETag, in one statement, and keep the save as a row.

    Errors: StateConflict for a deck that went into the trash since it was read, also where it is back by now; Stale.
    """
    columns = _columns(account, read)
    if deck.etag == etag and columns["sha"] == deck.sha:
        return deck
    etag_parts = ETAG.match(etag)
    revision, start = (int(etag_parts[1]), etag_parts[2]) if etag_parts else (0, "-")
    unchanged_rows = Deck.objects.filter(pk=deck.pk, trashed_at__isnull=True, revision=revision, sha__startswith=start)
    with _unique_id(), transaction.atomic():
        count = unchanged_rows.update(revision=revision + 1, **columns)
    deck_after = Deck.objects.select_related("pack", "saved_by").get(pk=deck.pk)
    if not count:
        raise _in_trash() if deck_after.trashed_at is not None or deck_after.etag == etag else Stale(deck_after)
    _keep(deck_after, account, change)
    return deck_after


def _keep(deck: Deck, account: Account, change: JsonObject | None = None) -> None:
    """Save the current deck as a row of its history."""
    DeckRevision.objects.create(
        deck=deck,
        revision=deck.revision,
        text=deck.text,
        sha=deck.sha,
        change=change,
        author=account,
        saved_at=deck.saved_at,
    )


def _columns(account: Account, read: deck_files.DeckFile) -> Json:
    sha = hashlib.sha256(read.text.encode()).hexdigest()
    columns = {"deck_id": one_line(read.deck_id), "name": one_line(read.name), "text": read.text, "sha": sha}
    return {**columns, "saved_by": account, "saved_at": timezone.now()}


class _unique_id:  # noqa: N801  a context manager, named as one reads it
    """Turn the database's refusal of a second deck with one id into ours."""

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, IntegrityError) and breaks(error, "deck_id_once_in_pack"):
            raise IdTaken(*ID_IN_USE) from None


def _move(account: Account, deck: Deck, action: str, *, trashed: bool) -> Deck:
    with _unique_id(), transaction.atomic():
        count = Deck.objects.filter(pk=deck.pk, trashed_at__isnull=trashed).update(
            trashed_at=timezone.now() if trashed else None, trashed_by=account if trashed else None
        )
        if not count:
            raise StateConflict("The deck has been moved.", "牌组已不在原处。")
        audit_record(actor=account, action=action, pack=deck.pack, target=deck.deck_id)
        deck.refresh_from_db(fields=["trashed_at", "trashed_by"])
    return deck


def _deck_id(deck_id: str) -> str:
    line = checked_line(deck_id, pointer="/deck_id", limit=DECK_ID_LENGTH)
    if not line:
        raise InvalidFields.of("/deck_id", "A deck needs an id.", "牌组需要标识。")
    return line


def _name(name: str) -> str:
    return checked_line(name, pointer="/name", limit=DECK_NAME_LENGTH)


def _may_edit(actor: Actor, pack: Pack) -> Account:
    account = authorize(actor, pack, Act.DECK_EDIT)
    if not deck_files.has_decks(pack.ruleset):
        raise StateConflict("This game is played without decks.", "这个游戏不使用牌组。")
    return account


def _may_save(actor: Actor, deck: Deck) -> Account:
    account = _may_edit(actor, deck.pack)
    if deck.trashed_at is not None:
        raise _in_trash()
    return account


def _in_trash() -> Refusal:
    return StateConflict("This deck is in the trash.", "这套牌组在回收站中。")

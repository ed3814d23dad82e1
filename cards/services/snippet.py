"""Snippets of a pack: saved from a block of a card, renamed, removed."""

import re

from django.db import IntegrityError, transaction

from cards.errors import IdTaken, InvalidFields, StateConflict
from cards.gateway import editing
from cards.models import Pack, Snippet
from cards.models.snippet import BODY_LIMIT, NAME_LIMIT, SLOT_LIMIT
from cards.permissions import Act, Actor, authorize
from cards.services.audit import audit_record
from cards.services.constraint import breaks
from cards.texts import checked_line, checked_string

MAX_SNIPPETS = 500  # snippets of one pack
_SLOT = re.compile(r"[A-Za-z][\w.-]*")


def snippet_add(*, actor: Actor, pack: Pack, name: str, slot: str, body: str) -> Snippet:
    """Save a block for later use.

    Errors: InvalidFields for a missing or long name, another slot, or a text that is no JSON object; IdTaken for a name that is
            there; StateConflict for a pack that is archived or has as many as it may.
    """
    account = authorize(actor, pack, Act.DRAFT_SAVE)
    fields = {"name": _name(name), "slot": _slot(slot), "body": _body(body)}
    if Snippet.objects.filter(pack=pack).count() >= MAX_SNIPPETS:
        raise StateConflict(f"A pack has at most {MAX_SNIPPETS} snippets.", f"每个卡包最多 {MAX_SNIPPETS} 个片段。")
    with _Unique(), transaction.atomic():
        snippet = Snippet.objects.create(pack=pack, saved_by=account, **fields)
        audit_record(actor=account, action="snippet.add", pack=pack, target=snippet.name, details=fields)
    return snippet


def snippet_rename(*, actor: Actor, pack: Pack, snippet: Snippet, name: str) -> None:
    """Give a snippet another name.

    Errors: as `snippet_add`.
    """
    account = authorize(actor, pack, Act.DRAFT_SAVE)
    string = _name(name)
    with _Unique(), transaction.atomic():
        Snippet.objects.filter(pk=snippet.pk, pack=pack).update(name=string)
        audit_record(actor=account, action="snippet.rename", pack=pack, target=snippet.name, details={"name": string})


def snippet_remove(*, actor: Actor, pack: Pack, snippet: Snippet) -> None:
    """Remove a snippet; the event keeps what it held. Cards that it was inserted into stay as they are."""
    account = authorize(actor, pack, Act.DRAFT_SAVE)
    details = {"slot": snippet.slot, "body": snippet.body}
    with transaction.atomic():
        Snippet.objects.filter(pk=snippet.pk, pack=pack).delete()
        audit_record(actor=account, action="snippet.remove", pack=pack, target=snippet.name, details=details)


class _Unique:
    """Turns a name that is there already into a refusal."""

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, IntegrityError) and breaks(error, "snippet_name_once_in_pack"):
            raise IdTaken("A snippet with this name already exists.", "已有同名片段。") from None


def _name(name: str) -> str:
    string = checked_line(name, pointer="/name", limit=NAME_LIMIT)
    if not string:
        raise InvalidFields.of("/name", "A snippet needs a name.", "片段需要名称。")
    return string


def _slot(slot: str) -> str:
    string = checked_line(slot, pointer="/slot", limit=SLOT_LIMIT)
    if not _SLOT.fullmatch(string):
        raise InvalidFields.of("/slot", "This must be the name of a kind of block.", "这里应为积木块种类的名称。")
    return string


def _body(body: str) -> str:
    string = checked_string(body, pointer="/body", limit=BODY_LIMIT)
    if editing.json_object(string) is None:
        raise InvalidFields.of("/body", "This must be one block as JSON.", "这里应为一个 JSON 积木块。")
    return string

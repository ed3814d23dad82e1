"""The glossary of a pack: terms are added, changed and removed one by one, or taken from the game's own vocabulary."""

from collections.abc import Sequence
from dataclasses import field
from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone

from cards.errors import IdTaken, InvalidFields, Stale, StateConflict
from cards.models import GlossaryTerm, Pack
from cards.models.glossary import NOTE_LIMIT, WORD_LIMIT, WORDS_LIMIT
from cards.permissions import Act, Actor, authorize
from cards.queries.glossary import term_get, terms_offered
from cards.services.audit import audit_record, with_former
from cards.services.constraint import breaks
from cards.texts import checked_line, checked_string
from cards.values import frozen_dataclass

TERM_LIMIT = 2_000  # terms of one pack


@frozen_dataclass
class TermForm:
    """The fields of a term, as typed."""

    en: str
    zh: str
    also_en: Sequence[str] = ()
    also_zh: Sequence[str] = ()
    avoid_en: Sequence[str] = ()
    avoid_zh: Sequence[str] = ()
    note: str = field(default="")


def glossary_add(*, actor: Actor, pack: Pack, form: TermForm) -> GlossaryTerm:
    """Add a term.

    Errors: InvalidFields for a missing or long word, or one that is both right and to avoid; IdTaken for a term that is there.
    """
    account = authorize(actor, pack, Act.GLOSSARY_EDIT)
    fields = _checked(form)
    if GlossaryTerm.objects.filter(pack=pack).count() >= TERM_LIMIT:
        raise StateConflict(f"A glossary holds at most {TERM_LIMIT} terms.", f"术语表最多 {TERM_LIMIT} 条。")
    with _Unique(), transaction.atomic():
        term = GlossaryTerm.objects.create(pack=pack, edited_by=account, **fields)
        audit_record(actor=account, action="glossary.add", pack=pack, target=term.en, details=fields)
    return term


def glossary_edit(*, actor: Actor, pack: Pack, term: GlossaryTerm, form: TermForm, based_on: int) -> GlossaryTerm:
    """Change a term if it is still the revision that was read.

    Errors: as `glossary_add`; Stale with the newer term.
    """
    account = authorize(actor, pack, Act.GLOSSARY_EDIT)
    fields = _checked(form)
    with _Unique(), transaction.atomic():
        former = GlossaryTerm.objects.filter(pk=term.pk).values(*fields).first() or {}
        changed = GlossaryTerm.objects.filter(pk=term.pk, pack=pack, revision=based_on).update(
            revision=based_on + 1, edited_by=account, edited_at=timezone.now(), **fields
        )
        if not changed:
            raise Stale(term_get(pack=pack, pk=term.pk))
        audit_record(
            actor=account, action="glossary.edit", pack=pack, target=fields["en"], details=with_former(fields, former)
        )
        return term_get(pack=pack, pk=term.pk)


def glossary_remove(*, actor: Actor, pack: Pack, term: GlossaryTerm) -> None:
    """Remove a term; the event keeps what it said."""
    account = authorize(actor, pack, Act.GLOSSARY_EDIT)
    details = {name: getattr(term, name) for name in TermForm.__dataclass_fields__}
    with transaction.atomic():
        GlossaryTerm.objects.filter(pk=term.pk, pack=pack).delete()
        audit_record(actor=account, action="glossary.remove", pack=pack, target=term.en, details=details)


def glossary_seed(*, actor: Actor, pack: Pack) -> int:
    """Add what the game calls its own things, as far as the glossary lacks it; return how many terms that were.

    Errors: StateConflict when there is nothing to add.
    """
    account = authorize(actor, pack, Act.GLOSSARY_EDIT)
    terms = terms_offered(pack=pack)
    if not terms:
        raise StateConflict("Every term of the game is already in the glossary.", "游戏的术语都已在术语表中。")
    rows = [GlossaryTerm(pack=pack, en=en, zh=zh, edited_by=account) for en, zh in terms]
    with _Unique(), transaction.atomic():
        GlossaryTerm.objects.bulk_create(rows)
        details = {"terms": [en for en, _ in terms]}
        audit_record(actor=account, action="glossary.seed", pack=pack, target=pack.slug, details=details)
    return len(rows)


class _Unique:
    """Turns a term that is there already into a refusal."""

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, IntegrityError) and breaks(error, "glossary_term_once_in_pack"):
            raise IdTaken("The glossary already has this term.", "术语表中已有这个术语。") from None


def _checked(form: TermForm) -> dict[str, Any]:
    fields: dict[str, Any] = {"note": checked_string(form.note, pointer="/note", limit=NOTE_LIMIT).strip()}
    for language in ("en", "zh"):
        fields[language] = _word(getattr(form, language), f"/{language}")
        if not fields[language]:
            raise InvalidFields.of(f"/{language}", "A term needs a word in both languages.", "术语需要两种语言的词。")
        for name in (f"also_{language}", f"avoid_{language}"):
            fields[name] = _list(getattr(form, name), f"/{name}")
        right = {fields[language].lower(), *(word.lower() for word in fields[f"also_{language}"])}
        conflicting = [word for word in fields[f"avoid_{language}"] if word.lower() in right]
        if conflicting:
            raise InvalidFields.of(
                f"/avoid_{language}",
                f"“{conflicting[0]}” is one of the right words.",
                f"“{conflicting[0]}”是可用的词。",
            )
    return fields


def _list(words: Sequence[str], pointer: str) -> list[str]:
    entries = [word for each in words if (word := _word(each, pointer))]
    if len(entries) > WORDS_LIMIT:
        raise InvalidFields.of(pointer, f"At most {WORDS_LIMIT} words.", f"最多 {WORDS_LIMIT} 个词。")
    return list(dict.fromkeys(entries))


def _word(text: str, pointer: str) -> str:
    return checked_line(text, pointer=pointer, limit=WORD_LIMIT)

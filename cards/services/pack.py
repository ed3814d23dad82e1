"""Packs: making one, its settings, its members."""

import re
from collections.abc import Callable, Mapping
from dataclasses import field
from typing import Any

from django.conf import settings
from django.db import IntegrityError, transaction
from django.utils import timezone

from cards.errors import Forbidden, IdTaken, InvalidFields, StateConflict
from cards.gateway import rulesets
from cards.models import Membership, Pack, PackCounter, Role, Visibility
from cards.models.fields import LANGUAGES, PACK_SLUG_PATTERN, both_languages
from cards.permissions import Act, Actor, authorize, require_account, require_scope
from cards.services.audit import audit_record, with_former
from cards.services.constraint import breaks
from cards.services.downloads import downloads_clear
from cards.services.texts_index import texts_index
from cards.texts import checked_line, checked_string
from cards.values import frozen_dataclass

NAME_LIMIT = 120  # characters
DESCRIPTION_LIMIT = 2000  # characters
MAX_APPROVALS = 9  # approvals that a pack may ask for
RESERVED_SLUGS = frozenset({"new", "new-pack"})


@frozen_dataclass
class PackForm:
    """What an author says of a pack; name and description have the keys `en` and `zh`."""

    name: Mapping[str, str]
    description: Mapping[str, str] = field(default_factory=both_languages)
    source_language: str = "en"
    visibility: str = Visibility.PRIVATE
    approvals_needed: int | None = None
    """How many approvals a version takes, 0 for none; nothing leaves it as it is."""
    guards_needed: bool | None = None
    """Whether blocks that no scenario guards close a release; nothing leaves it as it is."""
    factor_needed: bool | None = None
    """Whether publishers and admins need a second factor; nothing leaves it as it is."""
    guests_play: bool | None = None
    """Whether links to seats of matches work without an account; None leaves it as it is."""
    release_tokens: bool | None = None
    """Whether tokens of people publish; nothing leaves it as it is."""


def pack_create(*, actor: Actor, slug: str, ruleset: str, form: PackForm) -> Pack:
    """Make an empty pack whose admin is the actor.

    Errors: InvalidFields for a slug, ruleset or name that will not do; IdTaken when the slug is in use; Forbidden
            where only operators make packs.
    """
    account = require_account(actor)
    if account.is_program or (settings.PACK_CREATION != "anyone" and not account.is_operator):
        raise Forbidden()
    _check_slug(slug)
    if not rulesets.has_ruleset(ruleset):
        raise InvalidFields.of("/ruleset", "No such ruleset.", "没有这个规则集。")
    fields = _checked(form)
    try:
        with transaction.atomic():
            pack = Pack.objects.create(slug=slug, ruleset=ruleset, created_by=account, **fields)
            Membership.objects.create(pack=pack, account=account, role=Role.ADMIN, added_by=account)
            audit_record(actor=account, action="pack.create", pack=pack, target=slug, details={"ruleset": ruleset})
    except IntegrityError as error:
        if breaks(error, "cards_pack_slug_key"):
            raise IdTaken() from None
        raise
    return pack


def pack_edit(*, actor: Actor, pack: Pack, form: PackForm) -> Pack:
    """Change what a pack says of itself and who may read its releases."""
    account = authorize(actor, pack, Act.PACK_EDIT)
    fields = _checked(form)
    is_other_language = fields["source_language"] != pack.source_language
    with transaction.atomic():
        former = Pack.objects.select_for_update(no_key=True).values(*fields).get(pk=pack.pk)
        if fields.get("release_tokens") and not former["release_tokens"]:
            require_scope(account=account, scope=None)  # a token does not open the door that was closed to tokens
        if fields.get("factor_needed") is False and former["factor_needed"]:
            require_scope(account=account, scope=None)  # nor does it end what is asked of the people who publish
        Pack.objects.filter(pk=pack.pk).update(**fields)
        if fields["visibility"] != Visibility.PUBLIC:
            downloads_clear(pack=pack)
        audit_record(
            actor=account, action="pack.edit", pack=pack, target=pack.slug, details=with_former(fields, former)
        )
        pack.refresh_from_db(fields=list(fields))
        if is_other_language:
            texts_index(pack=pack)
    return pack


def pack_archive(*, actor: Actor, pack: Pack, archived: bool) -> Pack:
    """Close what a pack holds to every change, or open it again; what it published stays where it is.

    Errors: StateConflict for a pack that is that already.
    """
    account = authorize(actor, pack, Act.PACK_EDIT)
    with transaction.atomic():
        moved = Pack.objects.filter(pk=pack.pk, archived_at__isnull=archived)
        if not moved.update(archived_at=timezone.now() if archived else None):
            raise StateConflict("The pack is already in this state.", "卡包已处于该状态。")
        if archived:
            downloads_clear(pack=pack)
        action = "pack.archive" if archived else "pack.unarchive"
        audit_record(actor=account, action=action, pack=pack, target=pack.slug)
        pack.refresh_from_db(fields=["archived_at"])
    return pack


def pack_lock(*, pack: Pack) -> Pack:
    """Return the pack as it is now, its row locked until the transaction ends.

    A transaction that writes many cards of a pack locks it first: two of them would lock the cards in two orders.
    """
    return Pack.objects.select_for_update(no_key=True).get(pk=pack.pk)


def number_take(*, pack: Pack, kind: str) -> int:
    """Return the next number of a thing of this kind in the pack; locked until the transaction ends."""
    return numbers_take(pack=pack, kind=kind, count=1)[0]


def numbers_take(*, pack: Pack, kind: str, count: int) -> range:
    """Return the next numbers of things of this kind in the pack; locked until the transaction ends."""
    PackCounter.objects.bulk_create([PackCounter(pack=pack, kind=kind)], ignore_conflicts=True)
    counter = PackCounter.objects.select_for_update(no_key=True).get(pack=pack, kind=kind)
    counter.last += count
    counter.save(update_fields=["last"])
    return range(counter.last - count + 1, counter.last + 1)


def _check_slug(slug: str) -> None:
    if not isinstance(slug, str) or not re.fullmatch(PACK_SLUG_PATTERN, slug) or slug in RESERVED_SLUGS:
        raise InvalidFields.of(
            "/slug",
            "2 to 63 characters: a to z, 0 to 9 and hyphens, beginning with a letter or digit.",
            "2 到 63 个字符：小写字母 a–z、数字和连字符，以字母或数字开头。",
        )


def _checked(form: PackForm) -> dict[str, Any]:
    name = _both_languages(form.name, "/name", NAME_LIMIT, checked_line)
    if not name[form.source_language if form.source_language in LANGUAGES else "en"]:
        raise InvalidFields.of("/name", "A pack needs a name in its own language.", "卡包需要用其源语言命名。")
    if form.source_language not in LANGUAGES:
        raise InvalidFields.of("/source_language", "One of en, zh.", "应为 en 或 zh。")
    if form.visibility not in Visibility.values:
        raise InvalidFields.of("/visibility", "One of private, public.", "应为 private 或 public。")
    approvals = form.approvals_needed
    if approvals is not None and not 0 <= approvals <= MAX_APPROVALS:
        raise InvalidFields.of("/approvals_needed", f"From 0 to {MAX_APPROVALS}.", f"应为 0 到 {MAX_APPROVALS}。")
    fields = {
        "name": name,
        "description": _both_languages(form.description, "/description", DESCRIPTION_LIMIT),
        "source_language": form.source_language,
        "visibility": str(form.visibility),
    }
    optional = {
        "approvals_needed": approvals,
        "guards_needed": form.guards_needed,
        "guests_play": form.guests_play,
        "release_tokens": form.release_tokens,
        "factor_needed": form.factor_needed,
    }
    return fields | {name: value for name, value in optional.items() if value is not None}


def _both_languages(
    texts: Mapping[str, str], pointer: str, limit: int, check: Callable[..., str] = checked_string
) -> dict[str, str]:
    unknown = set(texts) - set(LANGUAGES)
    if unknown:
        raise InvalidFields.of(f"{pointer}/{min(unknown)}", "One of en, zh.", "应为 en 或 zh。")
    return {
        language: check(texts.get(language, ""), pointer=f"{pointer}/{language}", limit=limit).strip()
        for language in LANGUAGES
    }

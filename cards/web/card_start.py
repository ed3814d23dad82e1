"""What a new card begins as: a template, a copy of a card of this pack or another, or a text that exists."""

from collections.abc import Callable, Mapping
from typing import Any

from django.core.files.uploadedfile import UploadedFile

from cards.errors import BadText, InvalidFields, NotFound, TooLarge
from cards.gateway import blanks, editing, rulesets, validation
from cards.lookups import search_words
from cards.models import Card, Pack
from cards.models.fields import TEXT_LIMIT
from cards.permissions import Act, Actor, allows
from cards.queries.card_ids import card_id_offered
from cards.queries.cards import CardFilters, as_listed, card_get, card_list, card_rows
from cards.queries.packs import pack_get, pack_list
from cards.services.card import card_copy, card_create, card_create_blank, card_create_from_template
from cards.values import frozen_dataclass

BLANK = "blank"  # the choice beside the templates
MAX_MATCHES = 20  # cards that a search for one to copy shows


@frozen_dataclass
class Copyable:
    """A card that may be copied, as the search shows it."""

    id: str
    name: Mapping[str, str]


def source_packs(account: Actor, pack: Pack) -> list[Pack]:
    """Return the packs from which a card may be copied into this one, itself first."""
    same_game = pack_list(account=account).filter(ruleset=pack.ruleset).exclude(pk=pack.pk)
    roles = ((other, other.role) for other in same_game)  # type: ignore[attr-defined]  # annotated by the query
    readable = [other for other, role in roles if role is None or allows(role=role, act=Act.CARD_READ)]
    return [pack, *readable]


def copyable(source: Pack, query: str) -> tuple[list[Copyable], int]:
    """Return the first cards of a pack that a search by name or id finds, and how many it finds."""
    cards = card_list(pack=source, filters=CardFilters(q=search_words({"q": query}, "q")))
    rows = card_rows(cards=list(as_listed(cards)[:MAX_MATCHES]), pack=source)
    return [Copyable(row.id, row.name) for row in rows], cards.count()


def source_of(account: Actor, pack: Pack, slug: str) -> Pack:
    """Return the pack to copy from; another game's cards mean nothing here.

    Errors: NotFound for a pack that the account may not read.
    """
    if not slug or slug == pack.slug:
        return pack
    source = pack_get(account=account, slug=slug, act=Act.CARD_READ)
    if source.ruleset != pack.ruleset:
        raise NotFound()
    return source


def card_begun(account: Actor, pack: Pack, params: Mapping[str, Any], upload: UploadedFile | None) -> Card:
    """Make the card that the form asks for.

    Errors: those of the services; InvalidFields and BadText for a text that names no card or cannot be read.
    """
    begin, card_id = params["template"], params["card_id"].strip()
    if begin == "text":
        return _from_text(account, pack, _posted_text(params["text"], upload), card_id)
    if begin == "copy":
        source = source_of(account, pack, params["source"])
        return _copy_card(account, pack, source, params["copy_of"], card_id)
    if not card_id and not params["name"]:
        raise InvalidFields.of("/id", "Give the card a name or an id.", "请填写卡牌的名称或 id。")
    kind = kind_of_start(pack, begin, params["kind"])
    written_id = card_id or card_id_offered(
        pack=pack, kind=kind, name=params["name"], text_with=text_of_start(pack, begin, kind)
    )
    if begin == BLANK:
        return card_create_blank(actor=account, pack=pack, kind=kind, written_id=written_id, name=params["name"])
    return card_create_from_template(
        actor=account, pack=pack, template=begin, written_id=written_id, name=params["name"]
    )


def kind_of_start(pack: Pack, begin: str, kind: str) -> str:
    """Return the kind of card that a choice begins: that of the template, or the one chosen for a blank card."""
    kinds = {template.key: template.kind for template in rulesets.templates(pack.ruleset)}
    return kinds.get(begin, kind)


def text_of_start(pack: Pack, begin: str, kind: str) -> Callable[[str], str] | None:
    """Return what the text of a new card under an id is, by the template that it begins as, or blank by its kind; None for other beginnings."""
    if begin == BLANK and blanks.blank_text(pack.ruleset, kind, "") is not None:
        return lambda written_id: blanks.blank_text(pack.ruleset, kind, written_id) or ""
    return next((template.text for template in rulesets.templates(pack.ruleset) if template.key == begin), None)


def _copy_card(account: Actor, pack: Pack, source: Pack, copy_of: str, card_id: str) -> Card:
    if not copy_of:
        raise InvalidFields.of("/copy_of", "Choose the card to copy.", "请选择要复制的卡牌。")
    try:
        card = card_get(account=account, pack=source, written_id=copy_of)
    except NotFound:
        raise InvalidFields.of("/copy_of", "The pack has no such card.", "卡包中没有这张卡牌。") from None
    if not card_id and source.pk == pack.pk:
        raise InvalidFields.of("/id", "Give the copy an id of its own.", "请为副本填写新的 id。")
    return card_copy(actor=account, pack=pack, source=card, written_id=card_id or card.written_id)


def _from_text(account: Actor, pack: Pack, text: str, card_id: str) -> Card:
    """Make a card of a text; an id in the form replaces the one in the text."""
    if not text.strip():
        raise InvalidFields.of("/text", "Paste a card's JSON, or choose a file.", "请粘贴卡牌的 JSON，或选择文件。")
    own = editing.card_id(text)
    if card_id and own and own != card_id:
        text = editing.with_card_id(text, card_id)
    if not card_id and not own:
        report = validation.validate(pack.ruleset, text)
        if report.document is None:
            raise BadText(slug="malformed-json", problems=report.problems)
    return card_create(actor=account, pack=pack, text=text, written_id=card_id)


def _posted_text(text: str, upload: UploadedFile | None) -> str:
    """Return the text of the file, or else the one in the field."""
    if upload is None:
        return text.replace("\r\n", "\n")
    if upload.size is None or upload.size > TEXT_LIMIT:
        raise TooLarge()
    try:
        return upload.read().decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError:
        raise InvalidFields.of("/file", "The file is not UTF-8 text.", "该文件不是 UTF-8 文本。") from None

"""A card's life beside its text: renamed, retired, deprecated, moved to the trash."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from cards.errors import Refusal
from cards.gateway import editing
from cards.localization import localize
from cards.models import Card, Pack, ReleaseCard
from cards.permissions import Act
from cards.queries.card_names import card_references, renames_of
from cards.queries.cards import card_list, card_row
from cards.services.card import card_trash
from cards.services.card_marks import card_deprecate, card_retire, card_undeprecate, card_unretire
from cards.services.card_rename import card_rename
from cards.services.trash import TRASH_DAYS
from cards.web.access import access
from cards.web.forms import PortalForm, refusal_line
from cards.web.lifecycle_forms import DeprecateForm, RenameForm
from cards.web.listing import tile
from cards.web.page import pack_context, pack_page
from cards.web.views.cards import card_words

MAX_SUGGESTIONS = 200  # ids that the field "use instead" suggests


@pack_page(Act.CARD_RENAME, "GET", "POST")
def rename(request: HttpRequest, pack: Pack, card: Card) -> HttpResponse:
    """Give a card another id; the cards that refer to it are listed first."""
    form = RenameForm(
        request.POST or None,
        initial={
            "new_id": (request.GET.get("to", "") or editing.card_id(card.draft.text) or card.written_id),
            "rewrite": True,
        },
    )
    if form.is_valid():
        try:
            card_after = card_rename(
                actor=request.user,
                card=card,
                new_id=form.cleaned_data["new_id"],
                rewrite=form.cleaned_data["rewrite"],
            )
        except Refusal as refusal:
            form.refuse(refusal, "new_id" if refusal.slug == "id-taken" else None)
        else:
            messages.success(
                request, localize("The card is now called {id}.", "卡牌现名为 {id}。", id=card_after.written_id)
            )
            return redirect("cards:card-detail", pack, card_after)
    references = card_references(pack=pack, written_id=card.written_id)
    return _render(
        request,
        "cards/card_rename.html",
        card,
        form,
        localize("Rename", "重命名"),
        references=references,
        places=sum(len(reference.pointers) for reference in references),
        is_released=ReleaseCard.objects.filter(card=card, written_id=card.written_id).exists(),
        renames=renames_of(card=card),
    )


@pack_page(Act.CARD_RETIRE, "GET", "POST")
def retire(request: HttpRequest, pack: Pack, card: Card) -> HttpResponse:
    """Confirm, then retire a released card, or return a retired card."""
    form = PortalForm(request.POST or None)
    if request.method == "POST":
        act, message = (
            (card_unretire, localize("The card will be in the next release again.", "卡牌将随下一次发布回归。"))
            if request.POST.get("act") == "unretire"
            else (
                card_retire,
                localize(
                    "The card is retired: the next release leaves it out.",
                    "卡牌已停用，下一次发布不再包含它。",
                ),
            )
        )
        try:
            act(actor=request.user, card=card)
        except Refusal as refusal:
            form.refuse(refusal)
        else:
            messages.success(request, message)
            return redirect("cards:card-detail", pack, card)
    references = card_references(pack=pack, written_id=card.written_id)
    return _render(request, "cards/card_retire.html", card, form, localize("Retire", "停用"), references=references)


@pack_page(Act.CARD_DEPRECATE, "GET", "POST")
def deprecate(request: HttpRequest, pack: Pack, card: Card) -> HttpResponse:
    """Write or remove the note that a card is deprecated."""
    if request.POST.get("act") == "undeprecate":
        card_undeprecate(actor=request.user, card=card)
        messages.success(request, localize("The note is removed.", "已取消“不再推荐”。"))
        return redirect("cards:card-detail", pack, card)
    note = card.deprecated or {}
    initial = {"note_en": note.get("en", ""), "note_zh": note.get("zh", ""), "use": note.get("use", "")}
    form = DeprecateForm(request.POST or None, initial=initial)
    if form.is_valid():
        try:
            card_deprecate(actor=request.user, card=card, note=form.note(), use=form.cleaned_data["use"])
        except Refusal as refusal:
            form.refuse(refusal)
        else:
            messages.success(
                request,
                localize(
                    "The card is deprecated. It still ships, with this note.",
                    "卡牌已标为不再推荐，仍会带着此说明发布。",
                ),
            )
            return redirect("cards:card-detail", pack, card)
    suggestions = card_list(pack=pack).exclude(pk=card.pk).values_list("written_id", flat=True)[:MAX_SUGGESTIONS]
    return _render(
        request,
        "cards/card_deprecate.html",
        card,
        form,
        localize("Deprecate", "标为不再推荐"),
        others=list(suggestions),
    )


@pack_page(Act.CARD_TRASH, "POST")
def trash(request: HttpRequest, pack: Pack, card: Card) -> HttpResponse:
    """Move a card to the trash; it can be restored there."""
    try:
        card_trash(actor=request.user, card=card)
    except Refusal as refusal:
        messages.error(request, refusal_line(refusal))
        return redirect("cards:card-detail", pack, card)
    message = localize(
        "{id} is in the trash. It can be restored for {days} days.",
        "{id} 已移入回收站，{days} 天内可以恢复。",
        id=card.written_id,
        days=TRASH_DAYS,
    )
    messages.success(request, message)
    return redirect("cards:trash", pack)


def _render(
    request: HttpRequest, template: str, card: Card, form: PortalForm, title: str, **extra: Any
) -> HttpResponse:
    pack = card.pack
    words = card_words(card, tile(card_row(card=card, pack=pack), pack))
    can = access(request.user, pack).can
    context = pack_context(
        pack, "cards", title, (words["url"], card.written_id), card=words, can=can, form=form, title=title, **extra
    )
    return render(request, template, context, status=400 if form.errors else 200)

"""My packs, a new one, its cards, its people and its settings."""

from typing import Any

from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_GET, require_http_methods

from cards.errors import InvalidFields, NotFound, Refusal
from cards.gateway import rulesets as gateway_rulesets
from cards.gateway import scenario_files
from cards.localization import localize
from cards.lookups import search_words
from cards.models import Account, Pack
from cards.permissions import Act, require_account
from cards.queries.export import pack_export
from cards.queries.packs import pack_get, pack_role
from cards.queries.slugs import slug_free, slug_is_taken, slug_of
from cards.services.pack import PackForm as PackWords
from cards.services.pack import pack_create, pack_edit
from cards.services.pack_import import ImportOrder, Incoming, pack_import
from cards.services.scenario import scenarios_import
from cards.web.access import access, access_of
from cards.web.activity import recent
from cards.web.forms import PackEditForm, PackForm
from cards.web.listing import listing
from cards.web.overview import overview_page
from cards.web.page import Context, attachment, endpoint, pack_context, pack_page, page, posted
from cards.web.quota_lines import quota_lines
from cards.web.readiness import readiness
from cards.web.search_words import search_words_of
from cards.web.text import bilingual_plain


@require_http_methods(["GET", "POST"])
@page
def pack_new(request: HttpRequest) -> HttpResponse:
    """Make a pack, empty or a copy of a ruleset's sample."""
    if request.method == "POST" and request.POST.get("sample"):
        return _copy_sample(request, request.POST["sample"])
    rulesets = [(info.name, bilingual_plain(info.title)) for info in gateway_rulesets.rulesets()]
    form = PackForm(posted(request), rulesets=rulesets, initial=_defaults(request))
    if form.is_valid():
        try:
            pack = pack_create(
                actor=request.user,
                slug=form.cleaned_data["slug"] or slug_free(slug_of(_name_for_slug(form.cleaned_data))),
                ruleset=form.cleaned_data["ruleset"],
                form=_words(form.cleaned_data),
            )
        except Refusal as refusal:
            form.refuse(_slug_taken(form.cleaned_data["slug"]) if refusal.slug == "id-taken" else refusal)
        else:
            return redirect("cards:pack-detail", pack)
    crumbs = [(reverse("cards:home"), localize("My packs", "我的卡包")), ("", localize("New pack", "新建卡包"))]
    return render(request, "cards/pack_new.html", {"form": form, "crumbs": crumbs, "section": "packs"})


def _name_for_slug(cleaned: Context) -> str:
    """Return the name that a slug follows: the English one, else the Chinese one."""
    return str(cleaned["name_en"] or cleaned["name_zh"])


def _slug_taken(slug: str) -> InvalidFields:
    free = slug_free(slug)
    return InvalidFields.of(
        "/slug", f"Another pack has this slug. {free} is free.", f"该短名已被其他卡包使用。{free} 可用。"
    )


@require_GET
@endpoint
def slug_check(request: HttpRequest) -> HttpResponse:
    """Return the slug that a name gives, and whether the one that was typed is taken."""
    slug = request.GET.get("slug", "")
    answer = {
        "slug": slug_free(slug_of(search_words(request.GET, "name"))),
        "taken": slug_is_taken(slug),
        "free": slug_free(slug) if slug_is_taken(slug) else slug,
    }
    return JsonResponse(answer)


def _defaults(request: HttpRequest) -> dict[str, str]:
    language = request.user.language if isinstance(request.user, Account) else "en"
    return {"source_language": language, "visibility": "private"}


def _words(data: Context) -> PackWords:
    return PackWords(
        name={"en": data["name_en"], "zh": data["name_zh"]},
        description={"en": data["description_en"], "zh": data["description_zh"]},
        source_language=data["source_language"],
        visibility=data["visibility"],
        approvals_needed=data.get("approvals_needed"),
        guards_needed=data.get("guards_needed"),
        release_tokens=data.get("release_tokens"),
        factor_needed=data.get("factor_needed"),
        guests_play=data.get("guests_play"),
    )


@require_GET
@page
def pack_detail(request: HttpRequest, pack: str) -> HttpResponse:
    """Show the cards of a pack, its readiness for a release, and recent activity."""
    row = pack_get(account=request.user, slug=pack, with_counts=True)
    rights = access_of(pack_role(account=request.user, pack=row), row)
    if rights.role is None:
        return redirect("cards:release-list", pack)
    cards = row.card_count  # type: ignore[attr-defined]  # annotated
    context = {
        "pack": row,
        "section": "cards",
        "can": rights.can,
        "why": rights.why,
        "listing": listing(row, request.GET, total=cards),
        "search_terms": search_words_of(row),
        "readiness": readiness(row, cards=cards),
        "activity": recent(row),
    }
    return render(request, "cards/pack_detail.html", context)


@pack_page(Act.CARD_READ)
def pack_overview(request: HttpRequest, pack: Pack) -> HttpResponse:
    """Show what a pack is made of: its cards by cost, kind and rarity, what they use, how long their texts are."""
    context = pack_context(pack, "cards", localize("Overview", "概览"), view=overview_page(pack))
    return render(request, "cards/overview.html", context)


@pack_page(Act.CARD_READ, "GET", "POST")
def pack_settings(request: HttpRequest, pack: Pack) -> HttpResponse:
    """Show what a pack says of itself; an admin may change it."""
    form = PackEditForm(posted(request), initial=_settings(pack))
    if form.is_valid():
        try:
            pack_edit(actor=request.user, pack=pack, form=_words(form.cleaned_data))
        except Refusal as refusal:
            form.refuse(refusal)
        else:
            messages.success(request, localize("Saved.", "已保存。"))
            return redirect("cards:pack-settings", pack)
    can = access(request.user, pack).can
    context = pack_context(pack, "settings", localize("Settings", "设置"), form=form, can=can)
    context["usage"] = quota_lines(pack) if can.settings else []
    return render(request, "cards/pack_settings.html", context)


@pack_page(Act.CARD_READ)
def pack_file(request: HttpRequest, pack: Pack) -> HttpResponse:
    """Send the working copy of a pack as one archive, as an import takes it."""
    return attachment(HttpResponse(pack_export(pack=pack), content_type="application/zip"), f"{pack.slug}.zip")


def _settings(pack: Pack) -> Context:
    texts = {
        f"{field}_{lang}": getattr(pack, field).get(lang, "")
        for field in ("name", "description")
        for lang in ("en", "zh")
    }
    return {
        **texts,
        "source_language": pack.source_language,
        "visibility": pack.visibility,
        "approvals_needed": pack.approvals_needed,
        "guards_needed": pack.guards_needed,
        "release_tokens": pack.release_tokens,
        "factor_needed": pack.factor_needed,
        "guests_play": pack.guests_play,
    }


def _copy_sample(request: HttpRequest, ruleset: str) -> HttpResponse:
    """Make a pack of one's own with the cards that the ruleset brings along."""
    if not gateway_rulesets.has_ruleset(ruleset):
        raise NotFound
    sample = gateway_rulesets.sample_pack(ruleset)
    words = PackWords(name=_both_languages(sample.name), description=_both_languages(sample.description))
    with transaction.atomic():
        pack = pack_create(actor=request.user, slug=slug_free(sample.slug), ruleset=ruleset, form=words)
        pack_import(
            actor=request.user,
            pack=pack,
            cards=[Incoming(card.text, card.texts) for card in sample.cards],
            order=ImportOrder(message=localize("From the sample pack", "来自示例卡包")),
        )
        scenarios_import(
            account=require_account(request.user), pack=pack, samples=scenario_files.sample_scenarios(ruleset)
        )
    return redirect("cards:first-card", ruleset) if request.POST.get("steps") else redirect("cards:pack-detail", pack)


def _both_languages(text: Any) -> dict[str, str]:
    return {"en": text.en, "zh": text.zh}

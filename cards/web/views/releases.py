"""Releases: those that are out, the plan of the next one, and publishing it."""

import json
from dataclasses import replace
from datetime import UTC
from hashlib import sha256
from typing import Any
from uuid import uuid4

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse

from cards.errors import Refusal, VersionExists, VersionTooLow
from cards.gateway import faces
from cards.localization import data_language, localize
from cards.lookups import search_words
from cards.models import Pack, Release, ReleaseCard, SigningKey
from cards.permissions import Act
from cards.queries.comparisons import comparison_of_plan, comparison_of_release
from cards.queries.plan import Plan, plan_get
from cards.queries.plan_changelog import changelog_of, suggested_changelog
from cards.queries.releases import (
    gates_passed_over,
    release_cards,
    release_files,
    release_get,
    release_last,
    release_list,
    yank_of,
)
from cards.queries.signing import signing_refusal
from cards.services.idempotency import Claim
from cards.services.release import ReleaseOrder, release_plan_save, release_publish
from cards.values import frozen_dataclass
from cards.web.access import Access, access
from cards.web.forms import ReleaseForm
from cards.web.page import open_pack_page, pack_context, pack_page
from cards.web.pages import page_number, paged
from cards.web.plan_page import choices_of, plan_page
from cards.web.readiness import Readiness, gate_label
from cards.web.release_effect_page import effect_row

FILES_SHOWN = 200  # files that the page lists; the API has all
TURN = "page-"  # what the value of a button begins with that turns to a page of the plan


@frozen_dataclass
class FileLine:
    """One file of a release and where its bytes are."""

    path: str
    size: int
    sha256: str
    url: str


@frozen_dataclass
class CardLine:
    """One card of a release."""

    id: str
    name: dict[str, str]
    version: int
    sha256: str


@open_pack_page(Act.RELEASE_READ)
def release_index(request: HttpRequest, pack: Pack) -> HttpResponse:
    """Show the releases of a pack; those of a public pack to anyone."""
    last = release_last(pack=pack)
    listing = paged(release_list(account=request.user, pack=pack), request.GET)
    for release in listing.rows:
        release.zip_url = f"{api_url(pack, release)}pack.zip"  # read by the template
    context = pack_context(
        pack,
        "releases",
        localize("Releases", "发布"),
        role=access(request.user, pack).role,
        releases=listing.rows,
        listing=listing,
        latest=last.version if last else "",
        zip_url=f"{api_url(pack, last)}pack.zip" if last else "",
        api_url=api_url(pack, last) if last else "",
        site=settings.SITE_URL,
    )
    return render(request, "cards/release_list.html", context)


@open_pack_page(Act.RELEASE_READ)
def release_detail(request: HttpRequest, pack: Pack, version: str) -> HttpResponse:
    """Show a release: its files with their hashes, its cards with their exact versions."""
    return show_release(request, pack, release_get(account=request.user, pack=pack, version=version))


def show_release(
    request: HttpRequest, pack: Pack, release: Release, *, params: QueryDict | None = None, status: int = 200
) -> HttpResponse:
    """Return the page of a release; a refused yank keeps what was written in its form."""
    last, root = release_last(pack=pack), api_url(pack, release)
    archive = release_files(release=release)
    cards = paged(release_cards(release=release), request.GET)
    rights = access(request.user, pack)
    comparison = comparison_of_release(release) if rights.role else None
    context = pack_context(
        pack,
        "releases",
        release.version,
        _list_crumb(pack),
        role=rights.role,
        can=rights.can,
        release=release,
        yank=yank_of(release=release),
        passed_over=_passed_over(release),
        asked=params,
        key=SigningKey.objects.filter(key_id=release.key_id).first() if release.key_id else None,
        file_count=archive.count(),
        files_url=f"{root}files/",
        paged=cards,
        is_latest=last is not None and last.pk == release.pk,
        files=[
            FileLine(file.path, file.size, file.sha256, f"{root}files/{file.path}") for file in archive[:FILES_SHOWN]
        ],
        cards=_cards(release, cards.rows),
        effect=effect_row(comparison, pack) if comparison else None,
        zip_url=f"{root}pack.zip",
        manifest_url=f"{root}manifest.json",
        site=settings.SITE_URL,
    )
    return render(request, "cards/release_detail.html", context, status=status)


def api_url(pack: Pack, release: Release) -> str:
    """Return where the API serves a release."""
    return f"/api/v1/packs/{pack.slug}/releases/{release.version}/"


def _passed_over(release: Release) -> dict[str, Any] | None:
    """Return the gates that a release was published past, with the reason, who gave it and when; None where all were open."""
    event = gates_passed_over(release=release)
    if event is None:
        return None
    override = event.details["override"]
    gates = [gate_label(gate) for gate in override["gates"]]
    return {"gates": gates, "reason": override["reason"], "by": event.actor, "at": event.at}


def _cards(release: Release, rows: list[ReleaseCard]) -> list[CardLine]:
    lines = []
    for row in rows:
        face = faces.face(release.ruleset, row.version.document, row.version.texts)
        lines.append(CardLine(row.written_id, face["name"], row.version.number, row.sha256))
    return lines


@pack_page(Act.CARD_READ, "GET", "POST")
def release_new(request: HttpRequest, pack: Pack) -> HttpResponse:
    """Show the plan of the next release, save it, and publish it after one question."""
    rights = access(request.user, pack)
    plan = plan_get(account=request.user, pack=pack)
    if request.method == "GET":
        return _show(request, plan, rights, ReleaseForm(initial=_initial(plan)))
    choices = choices_of(request.POST, plan)
    plan_chosen = plan_get(account=request.user, pack=pack, choices=choices)
    if request.POST.get("do", "").startswith(TURN):
        return _show(request, plan_chosen, rights, ReleaseForm(initial=request.POST.dict()))
    form = ReleaseForm(request.POST)
    if not form.is_valid():
        return _show(request, plan_chosen, rights, form)
    order = ReleaseOrder(
        form.cleaned_data["version"],
        choices,
        {lang: form.cleaned_data[f"changelog_{lang}"].replace("\r\n", "\n") for lang in ("en", "zh")},
        form.cleaned_data["override"],
    )
    if request.POST.get("do") == "save":
        order = replace(order, publish_at=form.cleaned_data["publish_at"])
    try:
        form, order = _following(request.POST, order, plan, plan_chosen)
        return _act(request, plan_chosen, rights, form, order)
    except Refusal as refusal:
        form.refuse(refusal, "version" if isinstance(refusal, VersionExists | VersionTooLow) else None)
    return _show(request, plan_get(account=request.user, pack=pack, choices=choices), rights, form)


def _act(request: HttpRequest, plan: Plan, rights: Access, form: ReleaseForm, order: ReleaseOrder) -> HttpResponse:
    """Do what was pressed with a plan that has the choices of the order: save it, ask before publishing, or publish."""
    pack, action = plan.pack, request.POST.get("do")
    if action == "publish":
        release = release_publish(actor=request.user, pack=pack, order=order, claim=_claim(request, pack, order))
        messages.success(request, localize("{version} is published.", "{version} 已发布。", version=release.version))
        return redirect("cards:release-detail", pack, release.version)
    is_own = order.changelog != changelog_of(plan)
    release_plan_save(actor=request.user, pack=pack, order=order if is_own else replace(order, changelog=None))
    if action == "ask":
        saved = plan_get(account=request.user, pack=pack)
        return _show(request, saved, rights, form, asking=True)
    messages.success(request, localize("The plan is saved.", "计划已保存。"))
    page = _page(request)
    return redirect(f"{reverse('cards:release-new', args=[pack])}{f'?page={page}' if page > 1 else ''}")


def _page(request: HttpRequest) -> int:
    """Return which page of the plan is shown next: the one that a button turns to, else that of the form or the address."""
    pressed = request.POST.get("do", "")
    if pressed.startswith(TURN):
        return page_number(QueryDict(f"page={pressed.removeprefix(TURN)}"))
    return page_number(request.POST if "page" in request.POST else request.GET)


def _following(params: QueryDict, order: ReleaseOrder, before: Plan, after: Plan) -> tuple[ReleaseForm, ReleaseOrder]:
    """Return the form and its data, with a changelog that follows the choices unless it was edited."""
    old, new = changelog_of(before), changelog_of(after)
    changelog = {lang: new[lang] if text == old[lang] else text for lang, text in (order.changelog or {}).items()}
    followed = ReleaseForm({**params.dict(), **{f"changelog_{lang}": text for lang, text in changelog.items()}})
    followed.is_valid()
    return followed, replace(order, changelog=changelog)


def _claim(request: HttpRequest, pack: Pack, order: ReleaseOrder) -> Claim | None:
    """Return what makes a second press of the button the same request."""
    key = search_words(request.POST, "key")
    body = json.dumps([order.version, order.choices, dict(order.changelog or {}), order.override], sort_keys=True)
    route = f"release.publish {pack.slug}"
    return Claim(route, key, sha256(body.encode()).hexdigest()) if key else None


def _show(request: HttpRequest, plan: Plan, rights: Access, form: ReleaseForm, *, asking: bool = False) -> HttpResponse:
    plan_view = plan_page(plan, version=str(form["version"].value() or ""), page=_page(request))
    obstacle = signing_refusal() if rights.can.publish else None
    is_open = obstacle is None and (
        plan_view.is_open or not plan_view.readiness.is_current
    )  # publishing looks at every gate itself
    may_override = obstacle is None and rights.can.override and plan_view.readiness.may_be_overridden
    why_not = obstacle.detail[data_language()] if obstacle is not None else _why_closed(plan_view.readiness)
    context = pack_context(
        plan.pack,
        "releases",
        localize("New", "新建"),
        _list_crumb(plan.pack),
        can=rights.can,
        plan=plan_view,
        previous=plan.stable.version if plan.stable else "",
        effect=effect_row(comparison_of_plan(plan), plan.pack) if plan.last and plan.moved else None,
        form=form,
        publish_at=plan.publish_at,
        publish_error=plan.publish_error,
        is_open=is_open,
        asking=asking and (is_open or may_override),
        may_override=may_override,
        cannot_sign=obstacle.detail if obstacle is not None else None,
        why_not=why_not if rights.can.publish else rights.why["publish"],
        idempotency_key=request.POST.get("key") or uuid4().hex,
    )
    return render(request, "cards/release_new.html", context)


def _why_closed(readiness: Readiness) -> str:
    closed = ", ".join(gate.label for gate in readiness.gates if gate.closes and not gate.ok)
    return localize("A gate is closed: {gates}", "检查未通过：{gates}", gates=closed)


def _initial(plan: Plan) -> dict[str, str]:
    changelog = suggested_changelog(plan)
    at = plan.publish_at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M") if plan.publish_at else ""
    return {"version": plan.version, "publish_at": at, "changelog_en": changelog["en"], "changelog_zh": changelog["zh"]}


def _list_crumb(pack: Pack) -> tuple[str, str]:
    return reverse("cards:release-list", args=[pack]), localize("Releases", "发布")

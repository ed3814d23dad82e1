"""The programs of a pack: what there are, a new service account, a job that is trusted, another token."""

from collections.abc import Callable, Mapping

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from cards.errors import NotFound, Refusal
from cards.localization import localize
from cards.models import Pack, Program
from cards.permissions import Act
from cards.queries.programs import live_tokens, program_get, program_list
from cards.services.program import (
    MAX_OVERLAP,
    Identity,
    program_create,
    program_remove,
    program_take_over,
    program_token_renew,
    program_trust,
)
from cards.web.forms import refusal_line
from cards.web.page import pack_context, pack_page, posted_number, render_secret
from cards.web.program_forms import ServiceForm, TrustForm

DIGITS = 9  # of a number that a column holds
NEW_DAYS = 90
INITIAL = {"scopes": ["read"], "days": str(NEW_DAYS)}


@pack_page(Act.PACK_MEMBERS, "GET", "POST")
def programs(request: HttpRequest, pack: Pack) -> HttpResponse:
    """Show the programs of a pack; make a service account, trust a job, renew a token, take a program over, remove it."""
    action = request.POST.get("do", "") if request.method == "POST" else ""
    service = ServiceForm(request.POST if action == "create" else None, initial=INITIAL)
    trust = TrustForm(request.POST if action == "trust" else None, auto_id="trust_%s")
    secret, name = "", ""
    try:
        if action == "create" and service.is_valid():
            data = service.cleaned_data
            program, secret = program_create(actor=request.user, pack=pack, **{**data, "days": int(data["days"])})
            name, service = program.account.name, ServiceForm(initial=INITIAL)
        elif action == "trust" and trust.is_valid():
            _trust(request, pack, trust)
            return redirect("cards:programs", pack)
        elif action == "renew":
            secret, name = _renewed(request, _program(request, pack))
        elif action and action not in FORMS:
            if action not in ACTIONS:
                raise NotFound
            messages.success(request, ACTIONS[action](request, _program(request, pack)))
            return redirect("cards:programs", pack)
    except Refusal as refusal:
        if action not in FORMS:
            messages.error(request, refusal_line(refusal))
            return redirect("cards:programs", pack)
        (service if action == "create" else trust).refuse(refusal)
    return _render(request, pack, {"service": service, "trust": trust, "secret": secret, "name": name})


FORMS = frozenset({"create", "trust"})


def _render(request: HttpRequest, pack: Pack, parts: Mapping[str, object]) -> HttpResponse:
    rows = list(program_list(pack=pack))
    context = pack_context(
        pack,
        "people",
        localize("Programs", "程序"),
        (reverse("cards:member-list", args=[pack]), localize("People", "成员")),
        accounts=[(row, live_tokens(row)) for row in rows if not row.is_trusted_job],
        jobs=[row for row in rows if row.is_trusted_job],
        overlaps=[
            (0, localize("ends at once", "立即失效")),
            *((hours, _works(hours)) for hours in (24, 72, MAX_OVERLAP)),
        ],
        usual_overlap=24,
        audience=settings.SITE_URL,
        **parts,
    )
    failed = any(parts[name].errors for name in ("service", "trust"))  # type: ignore[attr-defined]  # both are forms
    return render_secret(request, "cards/programs.html", context, str(parts["secret"]), 400 if failed else 200)


def _works(hours: int) -> str:
    return localize("works for {hours} h", "保留 {hours} 小时", hours=hours)


def _program(request: HttpRequest, pack: Pack) -> Program:
    return program_get(pack=pack, pk=posted_number(request, "program", DIGITS))


def _trust(request: HttpRequest, pack: Pack, form: TrustForm) -> None:
    data = form.cleaned_data
    identity = Identity(data["issuer"], data["subject"], form.claims_by_name())
    program_trust(actor=request.user, pack=pack, handle=data["handle"], name=data["name"], identity=identity)
    messages.success(request, localize("The pack trusts this job.", "卡包已信任该任务。"))


def _renewed(request: HttpRequest, program: Program) -> tuple[str, str]:
    overlap = posted_number(request, "overlap", 3)
    secret = program_token_renew(actor=request.user, program=program, days=NEW_DAYS, overlap=overlap)
    return secret, program.account.name


def _taken_over(request: HttpRequest, program: Program) -> str:
    program_take_over(actor=request.user, program=program)
    return localize("You answer for {program} from now on.", "现在由你负责 {program}。", program=program.account.name)


def _removed(request: HttpRequest, program: Program) -> str:
    program_remove(actor=request.user, program=program)
    return localize("{program} is removed.", "已移除 {program}。", program=program.account.name)


ACTIONS: Mapping[str, Callable[[HttpRequest, Program], str]] = {"take-over": _taken_over, "remove": _removed}

"""Members of a pack, the tokens of an account, and the audit."""

from datetime import date, timedelta

from django.conf import settings
from django.db.models import QuerySet
from django.urls import reverse
from rest_framework.request import Request
from rest_framework.response import Response

from cards.api.base import Endpoint, actor_of, answer, signed_in
from cards.api.bodies import fields_of, line, whole, words
from cards.api.docs import operation
from cards.api.paging import after_number, limit_of, list_answer, page_of
from cards.api.repeat import Creation, create_once
from cards.api.shapes import EVENT, INVITATION, MEMBER, TOKEN
from cards.errors import InvalidFields
from cards.localization import data_language
from cards.lookups import search_words
from cards.models import AuditEvent, Pack
from cards.models.account import TokenScope
from cards.permissions import Act
from cards.queries.audit import AuditFilters, audit_events, audit_everywhere
from cards.queries.clock import database_now
from cards.queries.packs import member_get, member_list
from cards.queries.tokens import token_list
from cards.services.link import MAX_DAYS, invitation_create
from cards.services.link_mail import invitation_mail
from cards.services.member import member_change, member_remove
from cards.services.token import token_create, token_revoke

AUDIT_FILTERS = ("who", "kind", "since", "until")
MANAGERS = dict.fromkeys(("POST", "PUT", "DELETE"), TokenScope.ADMIN)
"""Members are managed with the scope `admin`, and read by any member."""


class Members(Endpoint):
    """Who belongs to a pack."""

    scopes = MANAGERS

    @operation("members", "Members of a pack with their roles", MEMBER, is_list=True, act=Act.CARD_READ)
    def get(self, request: Request, pack: Pack) -> Response:
        """List them in the order of joining."""
        return page_of(request, member_list(pack=pack), MEMBER, "pk")

    @operation(
        "member-invite",
        "Invite somebody: by mail, or, where the portal sends none, by a link that is shown once",
        INVITATION,
        method="post",
        status=201,
        act=Act.PACK_MEMBERS,
    )
    def post(self, request: Request, pack: Pack) -> Response:
        """Send a link to an email that lets its holder join with a role; `url` is null then."""

        def make() -> Creation:
            params = fields_of(request, {"email": line, "role": line}, {"days": whole})
            days = params.get("days")
            if days is not None and not 1 <= days <= MAX_DAYS:
                raise InvalidFields.of("/days", f"From 1 to {MAX_DAYS} days.", f"应为 1 到 {MAX_DAYS} 天。")
            expires_at = database_now() + timedelta(days=days, seconds=-1) if days else None
            invitation = {"actor": signed_in(request), "email": params["email"], "pack": pack, "role": params["role"]}
            if settings.EMAIL_CONFIGURED:
                invitation_mail(language=data_language(), expires_at=expires_at, **invitation)
                url = None
            else:
                secret = invitation_create(expires_at=expires_at, **invitation)
                url = request.build_absolute_uri(reverse("cards:invitation", args=[secret]))
            return INVITATION({"email": params["email"].strip().lower(), "role": params["role"], "url": url}), {}

        return create_once(request, make, secrets=("url",))


class MemberDetail(Endpoint):
    """One member."""

    scopes = MANAGERS

    @operation("member", "One member of a pack", MEMBER, act=Act.CARD_READ)
    def get(self, request: Request, pack: Pack, number: int) -> Response:
        """Return it."""
        return answer(MEMBER(member_get(pack=pack, pk=number)))

    @operation("member-change", "Give a member another role", MEMBER, method="put", act=Act.PACK_MEMBERS)
    def put(self, request: Request, pack: Pack, number: int) -> Response:
        """Change the role."""
        member = member_get(pack=pack, pk=number)
        role = fields_of(request, {"role": line})["role"]
        changed = member_change(actor=actor_of(request), pack=pack, account=member.account, role=role)
        return answer(MEMBER(changed))

    @operation("member-remove", "Take a member out of a pack, or leave it", method="delete", act=Act.CARD_READ)
    def delete(self, request: Request, pack: Pack, number: int) -> Response:
        """Take the member out."""
        member_remove(actor=actor_of(request), pack=pack, account=member_get(pack=pack, pk=number).account)
        return Response(status=204)


class Tokens(Endpoint):
    """The tokens of the account that asks."""

    scopes = {"GET": None, "POST": None}

    @operation("tokens", "Your tokens, the newest first, without their secrets", TOKEN, is_list=True)
    def get(self, request: Request) -> Response:
        """List the newest 200; an account cannot have more than 50 that work."""
        rows = [row for row in token_list(account=signed_in(request)) if row.pk < (after_number(request) or row.pk + 1)]
        limit = limit_of(request)
        after = str(rows[limit - 1].pk) if len(rows) > limit else None
        return list_answer(request, [TOKEN(row) for row in rows[:limit]], after)

    @operation("token-create", "Create a token; its secret is shown once", TOKEN, method="post", status=201)
    def post(self, request: Request) -> Response:
        """Create it."""

        def make() -> Creation:
            params = fields_of(request, {"name": line, "scopes": words, "days": whole})
            token, secret = token_create(actor=signed_in(request), **params)
            return {**TOKEN(token), "secret": secret}, {"Cache-Control": "no-store, no-transform"}

        return create_once(request, make, secrets=("secret",))


class TokenDetail(Endpoint):
    """One token."""

    scopes = {"DELETE": None}

    @operation("token-revoke", "Revoke a token at once", method="delete")
    def delete(self, request: Request, token: str) -> Response:
        """Revoke it."""
        token_revoke(actor=signed_in(request), token_id=token)
        return Response(status=204)


class Audit(Endpoint):
    """The audit of a pack, for its admins; of everything, for operators."""

    scopes = {"GET": TokenScope.ADMIN}

    @operation(
        "audit", "Events of a pack, the newest first", EVENT, is_list=True, filters=AUDIT_FILTERS, act=Act.PACK_AUDIT
    )
    def get(self, request: Request, pack: Pack) -> Response:
        """List them."""
        return _events(request, audit_events(account=actor_of(request), pack=pack, filters=_filters(request)))


class AuditEverywhere(Endpoint):
    """The audit of the portal, for operators."""

    scopes = {"GET": None}

    @operation("audit-everywhere", "Events of the portal, for operators", EVENT, is_list=True, filters=AUDIT_FILTERS)
    def get(self, request: Request) -> Response:
        """List them."""
        return _events(request, audit_everywhere(account=signed_in(request), filters=_filters(request)))


def _filters(request: Request) -> AuditFilters:
    params = request.query_params
    return AuditFilters(
        who=search_words(params, "who"),
        kind=search_words(params, "kind", 64),
        since=_day(request, "since"),
        until=_day(request, "until"),
    )


def _day(request: Request, name: str) -> date | None:
    value = request.query_params.get(name)
    if not value:
        return None
    try:
        found = date.fromisoformat(value)
        return found if found.year > 1 and found < date.max else date.fromisoformat("")
    except ValueError:
        raise InvalidFields.of(f"/{name}", "A day such as 2026-11-23.", "应为形如 2026-11-23 的日期。") from None


def _events(request: Request, events: QuerySet[AuditEvent]) -> Response:
    return page_of(request, events.select_related("pack"), EVENT, "-pk")

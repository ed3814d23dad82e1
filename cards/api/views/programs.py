"""The programs of a pack: service accounts and the jobs that may publish it, and the token that such a job gets."""

from collections.abc import Mapping
from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from cards.api.base import Endpoint, actor_of, answer, pack_of
from cards.api.bodies import fields_of, line, whole, words
from cards.api.docs import operation
from cards.api.paging import page_of
from cards.api.repeat import Creation, create_once
from cards.api.shapes import API, PROGRAM, PUBLISHING_TOKEN
from cards.errors import InvalidFields
from cards.models import Pack, Program
from cards.models.account import TokenScope
from cards.permissions import Act
from cards.queries.programs import program_get, program_list
from cards.services.exchange import publishing_token_exchange
from cards.services.program import (
    Identity,
    program_create,
    program_remove,
    program_take_over,
    program_token_renew,
    program_trust,
)

MANAGERS: Mapping[str, str | None] = {"GET": TokenScope.ADMIN, "POST": None, "PUT": None, "DELETE": None}
"""Programs are read with the scope `admin`; a token makes no other, so that one that leaks does not outlive itself."""
ONCE = {"Cache-Control": "no-store, no-transform"}


def program_of(request: Request, pack: str, number: int) -> Program:
    """Return a program that the caller may manage."""
    return program_get(pack=pack_of(request, pack, Act.PACK_MEMBERS), pk=number)


def _service_account(request: Request, pack: Pack) -> tuple[Program, str]:
    asked = fields_of(request, {"handle": line, "scopes": words, "days": whole}, {"name": line})
    return program_create(actor=actor_of(request), pack=pack, **{"name": "", **asked})


def _trusted_job(request: Request, pack: Pack) -> Program:
    checks = {"handle": line, "issuer": line, "subject": line}
    fields = {"name": "", "claims": {}, **fields_of(request, checks, {"name": line, "claims": _names})}
    identity = Identity(fields["issuer"], fields["subject"], fields["claims"])
    return program_trust(
        actor=actor_of(request), pack=pack, handle=fields["handle"], name=fields["name"], identity=identity
    )


def _names(value: Any, pointer: str) -> dict[str, str]:
    """Return texts of one line by name."""
    if not isinstance(value, dict):
        raise InvalidFields.of(pointer, "This must be an object of texts.", "这里应为值均为文本的对象。")
    return {name: line(each, pointer) for name, each in value.items()}


class Programs(Endpoint):
    """The programs of a pack."""

    scopes = MANAGERS

    @operation("programs", "Programs of a pack, without their secrets", PROGRAM, is_list=True, act=Act.PACK_MEMBERS)
    def get(self, request: Request, pack: Pack) -> Response:
        """List them; a pack has at most twenty."""
        return page_of(request, program_list(pack=pack), PROGRAM, "pk")

    @operation(
        "program-create",
        "Make a service account, whose token is shown once; with an issuer and a subject trust a job to publish",
        PROGRAM,
        method="post",
        status=201,
        act=Act.PACK_MEMBERS,
    )
    def post(self, request: Request, pack: Pack) -> Response:
        """Make it; the secret of a service account is in this answer alone."""

        def make() -> Creation:
            if isinstance(request.data, dict) and "issuer" in request.data:
                secret: str | None = None
                program = _trusted_job(request, pack)
            else:
                program, secret = _service_account(request, pack)
            place = f"{API}/packs/{pack.slug}/programs/{program.pk}/"
            row = program_get(pack=pack, pk=program.pk)
            return {**PROGRAM(row), "secret": secret}, {"Location": place, **ONCE}

        return create_once(request, make, secrets=("secret",))


class PublishingTokens(Endpoint):
    """A job that a pack trusts shows who it is and gets a token."""

    @operation(
        "publishing-token",
        "A token of 15 minutes with `read` and `release` for the identity (JWT) of a job that the pack trusts",
        PUBLISHING_TOKEN,
        method="post",
        is_open=True,
    )
    def post(self, request: Request) -> Response:
        """Make it; an identity is taken once. Its audience is the address of the portal."""
        asked = fields_of(request, {"pack": line, "identity": line})
        token, secret = publishing_token_exchange(**asked)
        response = answer(PUBLISHING_TOKEN(token) | {"secret": secret})
        for name, value in ONCE.items():
            response.headers[name] = value
        return response


class ProgramDetail(Endpoint):
    """One program."""

    scopes = MANAGERS

    @operation("program", "One program of a pack", PROGRAM)
    def get(self, request: Request, pack: str, number: int) -> Response:
        """Return it."""
        return answer(PROGRAM(program_of(request, pack, number)))

    @operation("program-take-over", "Answer for a program from now on", PROGRAM, method="put")
    def put(self, request: Request, pack: str, number: int) -> Response:
        """Make the caller the person who answers for it."""
        program = program_of(request, pack, number)
        fields_of(request, {})
        program_take_over(actor=actor_of(request), program=program)
        return answer(PROGRAM(program_of(request, pack, number)))

    @operation("program-remove", "Remove a program; its tokens end at once", method="delete")
    def delete(self, request: Request, pack: str, number: int) -> Response:
        """Remove it."""
        program_remove(actor=actor_of(request), program=program_of(request, pack, number))
        return Response(status=204)


class ProgramToken(Endpoint):
    """Another token for a service account."""

    scopes = MANAGERS

    @operation(
        "program-token",
        "Make a new token for a service account, shown once; the old one works for some hours beside it",
        PROGRAM,
        method="post",
    )
    def post(self, request: Request, pack: str, number: int) -> Response:
        """Make it; the overlap is in hours, 24 unless it is named."""
        program = program_of(request, pack, number)
        asked = fields_of(request, {"days": whole}, {"overlap": whole})
        secret = program_token_renew(actor=actor_of(request), program=program, **{"overlap": 24, **asked})
        response = answer(PROGRAM(program_of(request, pack, number)) | {"secret": secret})
        for name, value in ONCE.items():
            response.headers[name] = value
        return response

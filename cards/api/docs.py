"""What the description says of each operation: the decorator of views that declares it, and answers by it."""

from collections.abc import Callable, Sequence
from functools import wraps
from typing import Any

from rest_framework.request import Request

from cards.api.base import actor_of, pack_of
from cards.api.paging import refuse_unknown_filters
from cards.permissions import Act
from cards.queries.cards import card_get
from cards.shape import Json, Named, Shape
from cards.values import frozen_dataclass

JSON = "application/json"


@frozen_dataclass
class Bytes:
    """An answer that is a file, and of which kind."""

    media: str = "application/octet-stream"


BYTES, ZIP, PLAIN, WEBP = Bytes(), Bytes("application/zip"), Bytes("text/plain"), Bytes("image/webp")


@frozen_dataclass
class Operation:
    """What is said of one method of a view.

    Shapes: answer is None for 204; status goes with it, and so does other_status; is_job adds 202 with the job that it goes on as. based_on
            reads `If-Match`; is_open answers without a sign-in, of public packs; has_tag answers with an ETag that a change quotes or a
            reader repeats.
    """

    name: str
    summary: str
    answer: Shape | Named | Json | Bytes | None
    method: str
    status: int
    other_status: int | None
    query: tuple[str, ...]
    is_list: bool
    is_job: bool
    is_open: bool
    based_on: bool
    about: str = ""

    @property
    def is_repeatable(self) -> bool:
        """Return whether `Idempotency-Key` gives the first answer again."""
        return self.status == 201 or self.is_job


def operation(  # noqa: PLR0913  each argument is one part of the description
    name: str,
    summary: str,
    answers: Shape | Named | Json | Bytes | None = None,
    *,
    is_list: bool = False,
    filters: Sequence[str] = (),
    method: str = "get",
    status: int = 200,
    based_on: bool = False,
    other_status: int | None = None,
    job: bool = False,
    is_open: bool = False,
    act: Act | None = None,
) -> Callable[[Any], Any]:
    """Declare the answer of a view's method, None for 204, and another status with the same body, 202 where it goes on as a job; its refusals
    are the same everywhere.

    A list refuses other parameters. With an act the method gets the rows that `pack` and `card` of its address name, where the caller may
    do it.
    """

    def decorate(handler: Callable[..., Any]) -> Any:
        @wraps(handler)
        def answered(view: Any, request: Request, **kwargs: Any) -> Any:
            if is_list:
                refuse_unknown_filters(request, *filters)
            if act is not None:
                pack = kwargs["pack"] = pack_of(request, kwargs["pack"], act)
                if "card" in kwargs:
                    kwargs["card"] = card_get(account=actor_of(request), pack=pack, written_id=kwargs["card"])
            return handler(view, request, **kwargs)

        answered.operation = Operation(  # type: ignore[attr-defined]  # what `cards.api.description` reads
            name=name,
            summary=summary,
            answer=answers,
            method=method,
            status=204 if answers is None else status,
            other_status=other_status,
            query=(*filters, *(("limit", "after") if is_list else ())),
            is_list=is_list,
            is_job=job,
            is_open=is_open,
            based_on=based_on,
            about=(handler.__doc__ or "").strip(),
        )
        return answered

    return decorate

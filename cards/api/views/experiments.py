"""Experiments: what the blocks of a card's draft are worth, which of its numbers reach a target, for whom its change holds, what it does together with others, and what the planned release does."""

from collections.abc import Mapping, Sequence
from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from cards.api.base import Endpoint, actor_of, answer, card_of, pack_of
from cards.api.bodies import fields_of, line, seed
from cards.api.bytes import MEMBERS_ONLY, is_known, not_modified, with_caching
from cards.api.docs import operation
from cards.api.paging import page_of
from cards.api.repeat import Creation, create_once
from cards.api.shapes import API, WHOLE_ROW
from cards.api.shapes_experiments import EXPERIMENT, PRICE, cost_of, experiment_tag
from cards.errors import InvalidFields
from cards.gateway import previews
from cards.models import EXPERIMENTS, Pack, Preview, PreviewKind
from cards.models.account import TokenScope
from cards.permissions import Act
from cards.queries.previews.listing import experiment_get, experiment_list
from cards.services.previews.ladder import ladder_planned, ladder_start
from cards.services.previews.pairs import pairs_planned, pairs_start
from cards.services.previews.release import comparison_planned, comparison_start
from cards.services.previews.start import preview_cancel
from cards.services.previews.tune import AS_IT_STANDS, FORMER, LIMIT, Search, tune_planned, tune_start, tune_take
from cards.services.previews.worth import worth_planned, worth_start
from cards.shape import Json

STARTERS = {"POST": TokenScope.PREVIEW}
FIELDS_OF_KIND = {
    PreviewKind.WORTH: {"card", "preset"},
    PreviewKind.TUNE: {"card", "vary", "aim_bp", "tolerance_bp", "against"},
    PreviewKind.RELEASE: {"preset", "card"},
    PreviewKind.LADDER: {"card", "preset"},
    PreviewKind.PAIRS: {"card", "preset", "partners"},
}
"""The fields of a body that a kind of experiment has, beside its kind and its seed."""
MAX_VALUES = 80
HALF = 5_000  # of a win


class Experiments(Endpoint):
    """The experiments on the cards of a pack."""

    scopes = STARTERS

    @operation(
        "experiments",
        "Experiments on the cards of a pack and on its planned release, the newest first",
        EXPERIMENT,
        is_list=True,
        filters=("card", "kind", "state"),
        act=Act.PREVIEW_READ,
    )
    def get(self, request: Request, pack: Pack) -> Response:
        """List them."""
        params = request.query_params
        filters = {name: params.get(name, "") for name in ("card", "kind", "state")}
        return page_of(request, experiment_list(pack=pack, **filters), EXPERIMENT, "-number")

    @operation(
        "experiment-start",
        "Queue an experiment on the working copy of a card, or on the planned release",
        EXPERIMENT,
        method="post",
        status=201,
    )
    def post(self, request: Request, pack: str) -> Response:
        """Queue it."""

        def make() -> Creation:
            params = _asked(request)
            row, started = _start(request, pack, params)
            shown = EXPERIMENT(experiment_get(pack=row, number=started.number), WHOLE_ROW)
            return shown, {"Location": f"{API}/packs/{row.slug}/experiments/{started.number}/"}

        return create_once(request, make)


class Price(Endpoint):
    """What an experiment costs, before it starts."""

    scopes = STARTERS

    @operation("experiment-price", "What an experiment would cost; it starts nothing", PRICE, method="post")
    def post(self, request: Request, pack: str) -> Response:
        """Return it."""
        params = _asked(request)
        return answer(PRICE(_price(request, pack, params)))


class ExperimentDetail(Endpoint):
    """One experiment."""

    @operation("experiment", "One experiment: how far it is, and its result", EXPERIMENT, act=Act.PREVIEW_READ)
    def get(self, request: Request, pack: Pack, number: int) -> Any:
        """Return it; 304 while nothing changed since the ETag."""
        experiment = experiment_get(pack=pack, number=number)
        mark = experiment_tag(experiment)
        if is_known(request._request, mark):
            return not_modified(tag=mark, cache_control=MEMBERS_ONLY)
        return with_caching(answer(EXPERIMENT(experiment, WHOLE_ROW)), tag=mark, cache_control=MEMBERS_ONLY)


class Cancel(Endpoint):
    """The end of an experiment before its time."""

    scopes = STARTERS

    @operation(
        "experiment-cancel",
        "End an experiment; what was played is kept",
        EXPERIMENT,
        method="post",
        status=202,
        act=Act.PREVIEW_READ,
    )
    def post(self, request: Request, pack: Pack, number: int) -> Response:
        """End it; one that is over stays as it is."""
        fields_of(request, {})
        preview_cancel(actor=actor_of(request), preview=experiment_get(pack=pack, number=number))
        return answer(EXPERIMENT(experiment_get(pack=pack, number=number), WHOLE_ROW), 202)


class Take(Endpoint):
    """A change that a search confirmed."""

    @operation(
        "experiment-take",
        "Write a confirmed change into the working copy of its card",
        EXPERIMENT,
        method="post",
        act=Act.PREVIEW_READ,
    )
    def post(self, request: Request, pack: Pack, number: int) -> Response:
        """Write it; refused once the working copy was saved since the search began."""
        candidate = fields_of(request, {"candidate": _candidate})["candidate"]
        tune_take(actor=actor_of(request), preview=experiment_get(pack=pack, number=number), candidate=candidate)
        return answer(EXPERIMENT(experiment_get(pack=pack, number=number), WHOLE_ROW))


def _asked(request: Request) -> Json:
    """Return the fields of a body.

    Errors: InvalidFields for a kind that there is not, for a field that it does not have, and for one that it lacks.
    """
    optional = {
        "card": line,
        "preset": line,
        "seed": seed,
        "against": line,
        "partners": _partners,
        "vary": _vary,
        "aim_bp": _points,
        "tolerance_bp": _points,
    }
    params: Json = fields_of(request, {"kind": line}, optional)
    if params["kind"] not in EXPERIMENTS:
        known = ", ".join(EXPERIMENTS)
        raise InvalidFields.of("/kind", f"One of {known}.", f"应为 {known} 之一。")
    kind = PreviewKind(params["kind"])
    for name in sorted(params.keys() - FIELDS_OF_KIND[kind] - {"kind", "seed"}):
        raise InvalidFields.of(f"/{name}", f"Not for {kind.value}.", f"不用于 {kind.value}。")
    needed = {"card", "vary"} & FIELDS_OF_KIND[kind] if kind != PreviewKind.RELEASE else set()
    for name in sorted(needed - params.keys()):
        raise InvalidFields.of(f"/{name}", "This field is required.", "缺少此项。")
    return params


def _start(request: Request, slug: str, params: Json) -> tuple[Pack, Preview]:
    options = {name: params[name] for name in ("preset", "seed", "partners") if name in params}
    if params["kind"] == PreviewKind.RELEASE:
        row = pack_of(request, slug)
        return row, comparison_start(actor=actor_of(request), pack=row, carrier=params.get("card"), **options)
    row, card = card_of(request, slug, params["card"])
    if params["kind"] == PreviewKind.WORTH:
        return row, worth_start(actor=actor_of(request), card=card, **options)
    if params["kind"] == PreviewKind.LADDER:
        return row, ladder_start(actor=actor_of(request), card=card, **options)
    if params["kind"] == PreviewKind.PAIRS:
        return row, pairs_start(actor=actor_of(request), card=card, **options)
    return row, tune_start(actor=actor_of(request), card=card, search=_search(params), **options)


def _price(request: Request, slug: str, params: Json) -> Json:
    number = params.get("seed", 0)
    if params["kind"] == PreviewKind.RELEASE:
        preset = params.get("preset", previews.COMPARE_PRESETS[0])
        row, carrier = pack_of(request, slug), params.get("card")
        spec = comparison_planned(pack=row, preset=preset, seed=number, carrier=carrier).plan.spec
        return {"candidates": len(spec["pairs"]), "cost": cost_of(spec["cost"]), "confirmation": None}
    card = card_of(request, slug, params["card"])[1]
    if params["kind"] == PreviewKind.WORTH:
        spec = worth_planned(card=card, preset=params.get("preset", previews.WORTH_PRESETS[0]), seed=number).spec
        return {"candidates": len(spec["variants"]), "cost": cost_of(spec["cost"]), "confirmation": None}
    if params["kind"] == PreviewKind.LADDER:
        preset = params.get("preset", previews.LADDER_PRESETS[0])
        spec = ladder_planned(card=card, preset=preset, seed=number).plan.spec
        return {"candidates": len(spec["levels"]), "cost": cost_of(spec["cost"]), "confirmation": None}
    if params["kind"] == PreviewKind.PAIRS:
        preset, partners = params.get("preset", previews.PAIRS_PRESETS[0]), params.get("partners", ())
        spec = pairs_planned(card=card, preset=preset, seed=number, partners=partners).spec
        return {"candidates": len(spec["pairs"]), "cost": cost_of(spec["cost"]), "confirmation": None}
    spec = tune_planned(card=card, search=_search(params), seed=number).plan.spec
    ahead = (previews.tune_matches_ahead(spec), previews.tune_confirmation_ahead(spec))
    costs = [{"matches": matches, "cpu_seconds": -(-matches * spec["blockMs"] // 1000)} for matches in ahead]
    return {"candidates": len(spec["points"]), "cost": costs[0], "confirmation": costs[1]}


def _search(params: Json) -> Search:
    return Search(
        params["vary"],
        params.get("aim_bp", 0),
        params.get("tolerance_bp", previews.TUNE_TOLERANCE),
        params.get("against", FORMER),
    )


def _vary(value: Any, pointer: str) -> Mapping[str, Sequence[int]]:
    """Return the values of each number by its JSON Pointer."""
    if not isinstance(value, dict) or not value:
        raise InvalidFields.of(
            pointer, "This must be an object: values by JSON Pointer.", "这里应为对象：以 JSON Pointer 为键的取值列表。"
        )
    for name, values in value.items():
        is_list = isinstance(values, list) and 0 < len(values) <= MAX_VALUES
        if not is_list or any(
            isinstance(each, bool) or not isinstance(each, int) or abs(each) > LIMIT for each in values
        ):
            raise InvalidFields.of(
                pointer,
                f"{name}: a list of 1 to {MAX_VALUES} whole numbers.",
                f"{name}：应为 1 到 {MAX_VALUES} 个整数的列表。",
            )
    return value


def _partners(value: Any, pointer: str) -> Sequence[str]:
    """Return the ids of the cards to play with."""
    if not isinstance(value, list) or not 0 < len(value) <= previews.MAX_PAIRS:
        most = previews.MAX_PAIRS
        raise InvalidFields.of(pointer, f"A list of 1 to {most} ids.", f"应为 1 到 {most} 个编号的列表。")
    return [line(each, pointer) for each in value]


def _points(value: Any, pointer: str) -> int:
    """Return hundredths of a percentage point, which are ten-thousandths of a win."""
    if isinstance(value, bool) or not isinstance(value, int) or abs(value) >= HALF:
        raise InvalidFields.of(
            pointer,
            f"Hundredths of a percentage point, between -{HALF} and {HALF}.",
            f"以百分之一个百分点计，应在 -{HALF} 与 {HALF} 之间。",
        )
    return value


def _candidate(value: Any, pointer: str) -> int:
    """Return the number of a candidate."""
    if isinstance(value, bool) or not isinstance(value, int) or not AS_IT_STANDS <= value < 1000:
        raise InvalidFields.of(pointer, "The number of a candidate.", "应为候选的编号。")
    return value

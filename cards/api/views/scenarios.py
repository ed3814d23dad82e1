"""Scenarios of a pack's cards: written, saved, run, removed."""

from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from cards.api.base import Endpoint, actor_of, answer, based_on, card_of
from cards.api.bodies import fields_of, line, text
from cards.api.bytes import MEMBERS_ONLY, with_caching
from cards.api.docs import operation
from cards.api.paging import page_of
from cards.api.repeat import Creation, create_once
from cards.api.shapes import API, RAN, SCENARIO, STRENGTH, WHOLE_ROW
from cards.models import Card, Pack, Scenario
from cards.permissions import Act
from cards.queries.scenario import pack_scenario_get, pack_scenarios, removed_get, scenario_list
from cards.services.scenario import scenario_create, scenario_remove, scenario_restore, scenario_run, scenario_save
from cards.services.strength import strength_look


class Scenarios(Endpoint):
    """The scenarios of a pack."""

    @operation(
        "scenarios",
        "Scenarios of a pack, of one card on request",
        SCENARIO,
        is_list=True,
        filters=("card",),
        act=Act.CARD_READ,
    )
    def get(self, request: Request, pack: Pack) -> Response:
        """List them by number."""
        scenarios = pack_scenarios(pack=pack, card=request.query_params.get("card", ""))
        return page_of(request, scenarios, SCENARIO, "number")

    @operation("scenario-create", "Add a scenario to a card", SCENARIO, method="post", status=201)
    def post(self, request: Request, pack: str) -> Response:
        """Add it."""

        def make() -> Creation:
            asked = fields_of(request, {"card": line, "text": text})
            row, card = card_of(request, pack, asked["card"])
            made = scenario_create(actor=actor_of(request), card=card, text=asked["text"])
            shown = SCENARIO(pack_scenario_get(pack=row, number=made.number), WHOLE_ROW)
            return shown, {"Location": f"{API}/packs/{row.slug}/scenarios/{made.number}/", "ETag": f'"{made.etag}"'}

        return create_once(request, make)


class ScenarioDetail(Endpoint):
    """One scenario."""

    @operation("scenario", "One scenario with its text and the result of its last run", SCENARIO, act=Act.CARD_READ)
    def get(self, request: Request, pack: Pack, number: int) -> Any:
        """Return it; its ETag is what a save must quote."""
        found = pack_scenario_get(pack=pack, number=number)
        return self._body_of(found)

    @operation("scenario-save", "Save a scenario", SCENARIO, method="put", based_on=True, act=Act.CARD_READ)
    def put(self, request: Request, pack: Pack, number: int) -> Any:
        """Save it unless it was saved since the state of `If-Match`."""
        found = pack_scenario_get(pack=pack, number=number)
        asked = fields_of(request, {"text": text})
        scenario_save(actor=actor_of(request), scenario=found, text=asked["text"], based_on=based_on(request))
        return self._body_of(pack_scenario_get(pack=pack, number=number))

    @operation("scenario-remove", "Remove a scenario", method="delete", act=Act.CARD_READ)
    def delete(self, request: Request, pack: Pack, number: int) -> Response:
        """Remove it."""
        scenario_remove(actor=actor_of(request), scenario=pack_scenario_get(pack=pack, number=number))
        return Response(status=204)

    def _body_of(self, found: Scenario) -> Any:
        return with_caching(answer(SCENARIO(found, WHOLE_ROW)), tag=found.etag, cache_control=MEMBERS_ONLY)


class Restore(Endpoint):
    """A removed scenario, back."""

    @operation(
        "scenario-restore",
        "Take a removed scenario back with its revisions",
        SCENARIO,
        method="post",
        act=Act.CARD_READ,
    )
    def post(self, request: Request, pack: Pack, number: int) -> Response:
        """Take it back."""
        fields_of(request, {})
        found = scenario_restore(actor=actor_of(request), scenario=removed_get(pack=pack, number=number))
        return answer(SCENARIO(pack_scenario_get(pack=pack, number=found.number), WHOLE_ROW))


class Strength(Endpoint):
    """What the scenarios of a card guard."""

    @operation("card-strength", "What the scenarios of a card guard, block by block", STRENGTH, act=Act.CARD_READ)
    def get(self, request: Request, pack: Pack, card: Card) -> Response:
        """Return the result for the card as it is now; while a worker measures it, `state` is `measuring`, and without scenarios `none`."""
        result, is_asked = strength_look(card=card)
        state = "measured" if result is not None else "measuring" if is_asked else "none"
        return answer(STRENGTH({"state": state, "result": result}))


class Run(Endpoint):
    """Running the scenarios of a card on the working copies of the pack."""

    @operation("scenarios-run", "Run the scenarios of a card whose result is old", RAN, method="post")
    def post(self, request: Request, pack: str) -> Response:
        """Run them and return how many ran, and all results."""
        asked = fields_of(request, {"card": line})
        _, card = card_of(request, pack, asked["card"])
        ran = scenario_run(actor=actor_of(request), card=card)
        found = scenario_list(card=card).select_related("card")
        return answer(RAN({"ran": ran, "results": [SCENARIO(row) for row in found]}))

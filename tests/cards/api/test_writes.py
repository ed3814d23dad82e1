"""Writing over the API: what each request changes, what it answers, and what it refuses."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.conf import settings as live_settings
from django.db import OperationalError
from django.test import Client
from psycopg.errors import DiskFull

from cards.api.limits import WINDOW
from cards.api.sunset import Sunset
from cards.api.views.packs import Me
from cards.gateway import deck_files, rulesets
from cards.json_patch import json_patch
from cards.models import Account, AuditEvent, Card, IdempotencyKey, Pack, Release
from cards.queries.releases import release_zip
from cards.services.token import token_create
from tests.cards.api.caller import CARD, ROOT, Caller, pointers
from tests.cards.conftest import card_text

pytestmark = pytest.mark.django_db


class TestPacks:
    def test_are_created_with_their_creator_as_admin(self, designer: Caller) -> None:
        request = {"pack": "fresh", "ruleset": "wizards", "name": {"en": "Fresh", "zh": "新"}, "visibility": "public"}
        response = designer("POST", "packs/", request, status=201)
        assert response.headers["Location"] == f"{ROOT}packs/fresh/"
        assert (response.json()["role"], response.json()["visibility"]) == ("admin", "public")
        assert designer("POST", "packs/", request, status=409).json()["type"] == "/problems/id-taken"

    def test_say_every_field_that_is_wrong_at_once(self, designer: Caller) -> None:
        asked = {"pack": 7, "name": {"fr": "x"}, "colour": "red", "a/b~": 1}
        response = designer("POST", "packs/", asked, status=400)
        assert pointers(response) == ["/a~1b~0", "/colour", "/name/fr", "/pack", "/ruleset"]
        assert designer("POST", "packs/", [], status=400).json()["errors"][0]["pointer"] == ""

    def test_settings_change_only_what_is_sent(self, boss: Caller, pack: Pack) -> None:
        boss("PATCH", "packs/core/", {"description": {"en": "Stones."}}, status=200)
        pack.refresh_from_db()
        assert (pack.name["en"], pack.description["en"]) == ("Core", "Stones.")
        boss("PATCH", "packs/core/", {}, status=400)
        boss("PATCH", "packs/core/", {"visibility": "secret"}, status=400)

    def test_settings_have_the_approvals_that_a_version_takes(self, boss: Caller, designer: Caller, pack: Pack) -> None:
        assert boss("PATCH", "packs/core/", {"approvals_needed": 2}, status=200).json()["approvals_needed"] == 2
        boss("PATCH", "packs/core/", {"description": {"en": "Stones."}}, status=200)
        pointed = [boss("PATCH", "packs/core/", {"approvals_needed": most}, status=400) for most in (10, -1, True, "1")]
        assert [pointers(response) for response in pointed] == [["/approvals_needed"]] * 4
        assert designer("GET", "packs/core/", status=200).json()["approvals_needed"] == 2
        asked = {"pack": "fresh", "ruleset": "wizards", "name": {"en": "Fresh"}, "approvals_needed": 0}
        assert designer("POST", "packs/", asked, status=201).json()["approvals_needed"] == 0

    def test_are_archived_and_opened_again(self, boss: Caller, pack: Pack) -> None:
        assert boss("PATCH", "packs/core/", {"archived": True}, status=200).json()["archived"] is True
        boss("PATCH", "packs/core/", {"archived": True}, status=409)
        boss("POST", "packs/core/cards/", {"text": card_text("base.new")}, status=409)
        boss("PATCH", "packs/core/", {"archived": False}, status=200)
        boss("POST", "packs/core/cards/", {"text": card_text("base.new")}, status=201)
        boss("PATCH", "packs/core/", {"archived": True, "visibility": "public"}, status=400)


class TestImports:
    """`imports/`: what the page does, for programs."""

    def test_report_first_and_write_then(self, designer: Caller, pack: Pack) -> None:
        document = json.loads(card_text("base.new"))
        body = designer("POST", "packs/core/imports/?dry_run=1", document, status=200).json()
        assert (body["new"], body["written"], body["ok"], Card.objects.count()) == (["base.new"], False, True, 0)
        bodies = [
            designer("POST", "packs/core/imports/", document, status=201, Idempotency_Key="k").json() for _ in range(2)
        ]
        assert bodies[0] == bodies[1] == {**body, "written": True}
        assert designer("POST", "packs/core/imports/", document, status=201).json()["unchanged"] == ["base.new"]
        assert Card.objects.get().versions.count() == 1

    def test_are_all_or_nothing_or_drafts_where_there_are_errors(self, designer: Caller, pack: Pack) -> None:
        requests = [json.loads(card_text("base.good")), json.loads(card_text("base.bad", manaCost="much"))]
        refused = designer("POST", "packs/core/imports/", requests, status=400).json()
        assert "base.bad" in {problem["card"] for problem in refused["problems"] if problem["severity"] == "error"}
        assert Card.objects.count() == 0
        said = designer("POST", "packs/core/imports/?mode=development", requests, status=201).json()
        assert (said["new"], said["drafts"], said["left_out"]) == (["base.good", "base.bad"], ["base.bad"], [])
        assert said["mode"] == "development"
        assert designer("GET", "packs/core/cards/base.bad/versions/", status=200).json()["results"] == []
        designer("POST", "packs/core/imports/?mode=loose", requests, status=400)
        designer("POST", "packs/core/imports/?dry_run=yes", requests, status=400)
        designer("POST", "packs/core/imports/", [], status=400)

    def test_of_a_release_say_who_signed_it(self, designer: Caller, public_pack: Pack) -> None:
        release = Release.objects.get()
        request = {"data": release_zip(release=release), "content_type": "application/zip"}
        said = designer.client.post(f"{ROOT}packs/core/imports/?dry_run=1", **request).json()
        assert said["signature"] == {"pack": "core", "version": "1.0.0", "key_id": release.key_id, "known": True}
        assert (said["new"], said["changed"], len(said["unchanged"])) == ([], [], 2)
        request["data"] = request["data"][:-30]
        assert designer.client.post(f"{ROOT}packs/core/imports/", **request).status_code == 400


class TestCards:
    def test_are_created_from_a_text_a_template_or_another_card(self, designer: Caller, card: Card) -> None:
        made = designer("POST", "packs/core/cards/", {"text": card_text("base.new")}, status=201)
        assert made.headers["Location"] == f"{ROOT}packs/core/cards/base.new/"
        assert designer("GET", made.headers["Location"], status=200).json()["id"] == "base.new"
        key = designer("GET", "schemas/", status=200).json()["results"][0]["kind"]
        assert key == "card"
        designer("POST", "packs/core/cards/", {"copy_of": "base.stone", "id": "base.copy"}, status=201)
        designer("POST", "packs/core/cards/", {"copy_of": "core/base.stone", "id": "base.copy2"}, status=201)
        designer("POST", "packs/core/cards/", {"copy_of": "other/base.stone", "id": "base.copy3"}, status=404)
        told = designer("POST", "packs/core/cards/", {"txt": "{}"}, status=400).json()
        assert "text, template or copy_of" in str(told)
        designer("POST", "packs/core/cards/", {"template": "none", "id": "base.x"}, status=400)
        designer("POST", "packs/core/cards/", {"text": "{", "id": "base.broken"}, status=201)
        for unread in ("{", "{}", ""):
            refused = designer("POST", "packs/core/cards/", {"text": unread}, status=400).json()["errors"]
            assert [(error["pointer"], "no id that can be read" in error["detail"]) for error in refused] == [
                ("/id", True)
            ]
        assert designer("POST", "packs/core/cards/", {"text": card_text("base.new")}, status=409)

    def test_go_to_the_trash_and_come_back(self, designer: Caller, card: Card) -> None:
        designer("DELETE", CARD, status=204)
        assert designer("GET", "packs/core/cards/", status=200).json()["results"] == []
        designer("DELETE", CARD, status=409)
        designer("POST", f"{CARD}restore/", {}, status=200)
        assert designer("GET", "packs/core/cards/", status=200).json()["results"][0]["id"] == "base.stone"

    def test_are_renamed_with_the_cards_that_refer_to_them(self, designer: Caller, card: Card) -> None:
        response = designer("POST", f"{CARD}rename/", {"id": "base.rock", "rewrite": True}, status=200)
        assert response.json()["id"] == "base.rock"
        designer("GET", CARD, status=404)
        designer("POST", f"{ROOT}packs/core/cards/base.rock/rename/", {"id": "a b"}, status=400)

    def test_are_marked_once_released(self, designer: Caller, public_pack: Pack) -> None:
        note = {"en": "Use the wand.", "zh": ""}
        deprecated = designer("POST", f"{CARD}deprecate/", {"note": note, "use": "base.wand"}, status=200).json()
        assert deprecated["deprecated"] == {**note, "use": "base.wand"}
        assert designer("DELETE", f"{CARD}deprecate/", status=200).json()["deprecated"] is None
        assert designer("POST", f"{CARD}retire/", {}, status=200).json()["retired"] is True
        assert designer("POST", f"{CARD}restore/", {}, status=200).json()["retired"] is False
        designer("DELETE", CARD, status=409)


class TestDrafts:
    def test_are_saved_by_who_read_the_newest(self, designer: Caller, card: Card) -> None:
        first = designer("GET", f"{CARD}draft/", status=200).headers["ETag"]
        text = card_text("base.stone", name="Pebble")
        saved_response = designer("PUT", f"{CARD}draft/", {"text": text}, status=200, If_Match=first)
        assert (saved_response.json()["revision"], saved_response.json()["text"]) == (2, text)
        assert saved_response.headers["ETag"] == designer("GET", f"{CARD}draft/", status=200).headers["ETag"]

        stale = designer("PUT", f"{CARD}draft/", {"text": "{}"}, status=412, If_Match=first)
        assert (stale.json()["type"], stale.json()["current"]["text"]) == ("/problems/stale", text)
        assert stale.headers["ETag"] == saved_response.headers["ETag"]

    @pytest.mark.parametrize("condition", [{}, {"If_Match": ""}, {"If_Match": '""'}])
    def test_without_the_state_they_are_based_on_are_refused(
        self, designer: Caller, card: Card, condition: dict[str, str]
    ) -> None:
        response = designer("PUT", f"{CARD}draft/", {"text": "{}"}, status=428, **condition)
        assert response.json()["type"] == "/problems/if-match-required"

    def test_broken_text_is_stored_with_its_problems(self, designer: Caller, card: Card) -> None:
        tag = designer("GET", f"{CARD}draft/", status=200).headers["ETag"]
        saved = designer("PUT", f"{CARD}draft/", {"text": "{"}, status=200, If_Match=tag).json()
        assert (saved["document"], saved["problems"][0]["severity"]) == (None, "error")

    def test_become_versions_of_the_exact_state(self, designer: Caller, card: Card) -> None:
        tag = designer("GET", f"{CARD}draft/", status=200).headers["ETag"]
        designer("POST", f"{CARD}versions/", {}, status=428)
        made = designer("POST", f"{CARD}versions/", {"message": "First"}, status=201, If_Match=tag)
        assert (made.json()["number"], made.json()["message"]) == (1, "First")
        assert made.headers["Location"] == f"{CARD}versions/1/"
        designer("POST", f"{CARD}versions/", {"message": "Again"}, status=409, If_Match=tag)
        designer("POST", f"{CARD}versions/", {}, status=412, If_Match='"r9-00000000"')


class TestScenariosAndDecks:
    def test_a_scenario_is_added_saved_run_and_removed(self, designer: Caller, card: Card) -> None:
        made = designer("POST", "packs/core/scenarios/", {"card": "base.stone", "text": "{"}, status=201)
        place, tag = made.headers["Location"], made.headers["ETag"]
        assert designer("GET", place, status=200).headers["ETag"] == tag
        saved = designer("PUT", place, {"text": '{"name": "n"}'}, status=200, If_Match=tag)
        assert (saved.json()["name"], saved.json()["revision"]) == ("n", 2)
        stale = designer("PUT", place, {"text": "{"}, status=412, If_Match=tag)
        assert stale.json()["current"]["revision"] == 2
        designer("PUT", place, {"text": "{"}, status=428)
        ran = designer("POST", "packs/core/scenarios/run/", {"card": "base.stone"}, status=200).json()
        assert (ran["ran"], ran["results"][0]["ok"]) == (1, False)
        assert len(designer("GET", "packs/core/scenarios/?card=base.stone", status=200).json()["results"]) == 1
        assert designer("GET", "packs/core/scenarios/?card=none", status=200).json()["results"] == []
        designer("DELETE", place, status=204)
        designer("GET", place, status=404)

    def test_a_deck_is_made_saved_checked_and_thrown_away(self, designer: Caller, pack: Pack) -> None:
        game = next(each.name for each in rulesets.rulesets() if deck_files.has_decks(each.name))
        Pack.objects.filter(pk=pack.pk).update(ruleset=game)
        response = designer("POST", "packs/core/decks/", {"deck_id": "mine", "name": "Mine"}, status=201)
        place, tag = response.headers["Location"], response.headers["ETag"]
        assert designer("GET", place, status=200, If_None_Match="x").json()["deck_id"] == "mine"
        designer("GET", place, status=304, If_None_Match=tag)
        text = response.json()["text"].replace("Mine", "Ours")
        saved = designer("PUT", place, {"text": text}, status=200, If_Match=tag)
        assert saved.json()["name"] == "Ours"
        assert designer("PUT", place, {"text": text}, status=412, If_Match='"r1-00000000"').json()["current"]["text"]
        assert designer("POST", f"{place}validate/", {}, status=200).json()["ok"] is False
        designer("POST", "packs/core/decks/", {"copy_of": response.json()["id"], "deck_id": "copy"}, status=201)
        designer("POST", "packs/core/decks/", {"copy_of": "x", "deck_id": "copy"}, status=400)
        assert [deck["deck_id"] for deck in designer("GET", "packs/core/decks/", status=200).json()["results"]] == [
            "mine",
            "copy",
        ]
        designer("DELETE", place, status=204)
        designer("POST", f"{place}restore/", {}, status=200)

    def test_a_term_is_added_changed_and_removed(self, designer: Caller, pack: Pack) -> None:
        made = designer("POST", "packs/core/glossary/", {"en": "wand", "zh": "魔杖"}, status=201)
        place, tag = made.headers["Location"], made.headers["ETag"]
        changed = designer("PUT", place, {"en": "wand", "zh": "法杖", "also_en": ["rod"]}, status=200, If_Match=tag)
        assert (changed.json()["zh"], changed.json()["also_en"]) == ("法杖", ["rod"])
        assert (
            designer("PUT", place, {"en": "a", "zh": "b"}, status=412, If_Match=tag).json()["current"]["zh"] == "法杖"
        )
        designer("PUT", place, {"en": "a", "zh": "b"}, status=428)
        assert designer("GET", "packs/core/glossary/?q=rod", status=200).json()["results"][0]["en"] == "wand"
        designer("DELETE", place, status=204)
        designer("GET", place, status=404)


class TestPreviews:
    def test_are_started_watched_and_cancelled(self, designer: Caller, card: Card) -> None:
        response = designer(
            "POST", "packs/core/previews/", {"card": "base.stone", "preset": "smoke", "seed": 7}, status=201
        )
        place, body = response.headers["Location"], response.json()
        assert (body["state"], body["plan"]["seed"], body["baseline"]) == ("queued", 7, {"without": True})
        watched_response = designer("GET", place, status=200)
        designer("GET", place, status=304, If_None_Match=watched_response.headers["ETag"])
        assert designer("GET", f"{place}traces/", status=200).json()["results"] == []
        assert designer("POST", f"{place}cancel/", {}, status=202).json()["state"] == "cancelled"
        designer("GET", place, status=200, If_None_Match=watched_response.headers["ETag"])
        assert designer("GET", "packs/core/previews/?state=queued", status=200).json()["results"] == []
        assert designer("GET", "packs/core/previews/?card=base.stone", status=200).json()["results"][0]["number"] == 1
        designer("GET", "packs/core/previews/?state=odd", status=400)

    @pytest.mark.parametrize(
        ("more", "pointer"),
        [
            ({"preset": "huge"}, "/preset"),
            ({"baseline": "x"}, "/baseline"),
            ({"seed": -1}, "/seed"),
            ({"version": 0}, "/version"),
        ],
    )
    def test_refuse_what_cannot_be_played(self, designer: Caller, card: Card, more: Any, pointer: str) -> None:
        response = designer("POST", "packs/core/previews/", {"card": "base.stone", **more}, status=400)
        assert pointers(response) == [pointer]

    def test_of_a_broken_card_name_its_problems(self, designer: Caller, card: Card) -> None:
        tag = designer("GET", f"{CARD}draft/", status=200).headers["ETag"]
        designer("PUT", f"{CARD}draft/", {"text": "{"}, status=200, If_Match=tag)
        assert designer("POST", "packs/core/previews/", {"card": "base.stone"}, status=409).json()["problems"]


class TestPeople:
    def test_members_are_listed_changed_and_removed(self, boss: Caller, people: dict[str, Account]) -> None:
        members = boss("GET", "packs/core/members/", status=200).json()["results"]
        mine = {member["role"]: member["id"] for member in members}
        changed = boss("PUT", f"packs/core/members/{mine['viewer']}/", {"role": "reviewer"}, status=200).json()
        assert (changed["email"], changed["role"]) == ("viewer@example.org", "reviewer")
        boss("PUT", f"packs/core/members/{mine['viewer']}/", {"role": "king"}, status=400)
        boss("DELETE", f"packs/core/members/{mine['viewer']}/", status=204)
        boss("GET", f"packs/core/members/{mine['viewer']}/", status=404)
        boss("DELETE", f"packs/core/members/{mine['admin']}/", status=409)

    def test_an_invitation_is_shown_once(self, boss: Caller, people: dict[str, Account]) -> None:
        request = {"email": "New@example.org", "role": "designer", "days": 30}
        first = boss("POST", "packs/core/members/", request, status=201, Idempotency_Key="i1").json()
        assert (first["email"], "/invitations/" in first["url"]) == ("new@example.org", True)
        assert boss("POST", "packs/core/members/", request, status=201, Idempotency_Key="i1").json()["url"] is None
        boss("POST", "packs/core/members/", {**request, "days": 31}, status=400)

    def test_tokens_are_made_listed_and_revoked_by_a_session_alone(self, people: dict[str, Account]) -> None:
        mine = Caller(people["designer"])
        request = {"name": "sync", "scopes": ["read", "write"], "days": 30}
        body = mine("POST", "tokens/", request, status=201, Idempotency_Key="k").json()
        assert body["secret"].startswith("clm_")
        assert mine("POST", "tokens/", request, status=201, Idempotency_Key="k").json()["secret"] is None
        assert body["secret"] not in str(IdempotencyKey.objects.values_list("answer", flat=True).get())
        assert [token["id"] for token in mine("GET", "tokens/", status=200).json()["results"]] == [body["id"]]
        bearer = {"Authorization": f"Bearer {body['secret']}"}
        program = Caller()
        program("GET", "me/", status=200, **bearer)
        program("GET", "tokens/", status=403, **bearer)
        program("POST", "tokens/", request, status=403, **bearer)
        mine("DELETE", f"tokens/{body['id']}/", status=204)
        program("GET", "me/", status=401, **bearer)
        mine("DELETE", f"tokens/{body['id']}/", status=409)
        mine("DELETE", "tokens/zzzzzzzz/", status=404)

    def test_the_audit_is_filtered_and_paged(self, boss: Caller, people: dict[str, Account], card: Card) -> None:
        boss("DELETE", CARD, status=204)
        found = boss("GET", "packs/core/audit/?kind=card", status=200).json()["results"]
        assert [event["action"] for event in found] == ["card.trash", "card.create"]
        page = boss("GET", "packs/core/audit/?limit=1", status=200)
        assert f'<{page.json()["next"]}>; rel="next"' == page.headers["Link"]
        second = boss("GET", page.json()["next"], status=200).json()["results"]
        assert [event["action"] for event in second] == ["card.create"]
        boss("GET", "packs/core/audit/?since=0001-13-01", status=400)
        operator = Caller(people["operator"])
        assert operator("GET", "audit/?who=admin@", status=200).json()["results"]
        boss("GET", "audit/", status=404)


class TestRepeating:
    def test_the_same_key_gives_the_first_answer_again(self, designer: Caller, pack: Pack) -> None:
        asked = {"text": card_text("base.new")}
        first = designer("POST", "packs/core/cards/", asked, status=201, Idempotency_Key="one")
        again = designer("POST", "packs/core/cards/", asked, status=201, Idempotency_Key="one")
        assert (again.json(), again.headers["Location"]) == (first.json(), first.headers["Location"])
        assert (again.headers["Idempotent-Replayed"], "Idempotent-Replayed" in first.headers) == ("true", False)
        assert AuditEvent.objects.filter(action="card.create").count() == 1

    def test_the_same_key_with_another_body_is_refused(self, designer: Caller, pack: Pack) -> None:
        designer("POST", "packs/core/cards/", {"text": card_text("base.a")}, status=201, Idempotency_Key="one")
        refused_response = designer(
            "POST", "packs/core/cards/", {"text": card_text("base.b")}, status=409, Idempotency_Key="one"
        )
        assert refused_response.json()["type"] == "/problems/idempotency-mismatch"

    def test_a_refusal_is_not_kept(self, designer: Caller, pack: Pack) -> None:
        designer("POST", "packs/core/cards/", {"text": "{"}, status=400, Idempotency_Key="one")
        assert not IdempotencyKey.objects.exists()
        designer("POST", "packs/core/cards/", {"text": "{", "id": "base.a"}, status=201, Idempotency_Key="one")

    @pytest.mark.parametrize("key", [" ", "a" * 201, "\x07"])
    def test_a_key_that_is_none_is_refused(self, designer: Caller, pack: Pack, key: str) -> None:
        designer("POST", "packs/core/cards/", {"text": card_text("base.a")}, status=400, Idempotency_Key=key)


class TestScopes:
    def test_hold_for_every_kind_of_write(self, people: dict[str, Account], card: Card) -> None:
        def bearer(*scopes: str) -> dict[str, str]:
            _, secret = token_create(actor=people["designer"], name="t", scopes=scopes, days=1)
            return {"Authorization": f"Bearer {secret}"}

        read, write = bearer("read"), bearer("read", "write")
        program = Caller()
        refused = program("POST", "packs/core/cards/", {"text": card_text("base.a")}, status=403, **read)
        assert 'scope="write"' in refused.headers["WWW-Authenticate"]
        program("POST", "packs/core/cards/", {"text": card_text("base.a")}, status=201, **write)
        program("DELETE", CARD, status=403, **read)
        program("POST", "packs/core/validate/", {"text": "{"}, status=200, **read)


class TestLimits:
    def test_a_caller_waits_for_the_next_window(
        self, settings: Any, public_pack: Pack, people: dict[str, Account]
    ) -> None:
        settings.API_REQUESTS_PER_MINUTE = {"anonymous": 2, "read": 3, "write": 1}
        anyone, viewer = Caller(), Caller(people["viewer"])
        statuses = [anyone.client.get(f"{ROOT}packs/").status_code for _ in range(4)]
        if 429 not in statuses[2:3]:  # the window ended in between
            statuses = [anyone.client.get(f"{ROOT}packs/").status_code for _ in range(4)]
        assert statuses[2:] == [429, 429]
        refused = anyone("GET", "packs/", status=429)
        assert 1 <= int(refused.headers["Retry-After"]) <= WINDOW + 1
        assert refused.json()["type"] == "/problems/rate-limited"
        viewer("GET", "packs/", status=200)
        assert {anyone.client.get(f"{ROOT}packs/core/releases/1.0.0/manifest.json").status_code for _ in range(5)} == {
            200
        }

    def test_each_token_has_a_share_of_its_own(self, public_pack: Pack, people: dict[str, Account]) -> None:
        tokens = [token_create(actor=people["viewer"], name="t", scopes=["read"], days=1)[1] for _ in range(2)]
        remaining = []
        for token in tokens:
            answers = [Caller()("GET", "packs/", status=200, Authorization=f"Bearer {token}") for _ in range(3)]
            remaining.append(max(int(each.headers["RateLimit"].split("r=")[1].split(";")[0]) for each in answers))
        share = live_settings.API_REQUESTS_PER_MINUTE["read"]
        assert remaining == [share - 1, share - 1]  # neither has spent of the other's

    def test_are_counted_beside_the_database(self) -> None:
        assert live_settings.CACHES["limits"]["BACKEND"].endswith("LocMemCache")


class TestOtherSites:
    def test_may_read_what_needs_no_sign_in(self, public_pack: Pack, people: dict[str, Account]) -> None:
        anyone = Caller()
        for path in ("packs/", "packs/core/", "packs/core/changes/", "openapi.json", "packs/secret/"):
            response = anyone.client.get(ROOT + path)
            assert response.headers["Access-Control-Allow-Origin"] == "*", path
            assert "Retry-After" in response.headers["Access-Control-Expose-Headers"] or path == "openapi.json"
        assert "Access-Control-Allow-Origin" not in Caller(people["viewer"])("GET", "packs/", status=200).headers

    def test_ask_beforehand(self, public_pack: Pack) -> None:
        response = Client().options(f"{ROOT}packs/core/", headers={"Origin": "https://a.example"})
        assert (response.status_code, response.headers["Access-Control-Allow-Methods"]) == (204, "GET, HEAD")
        assert "Authorization" in response.headers["Access-Control-Allow-Headers"]
        assert response.headers["Allow"] == "GET, HEAD, OPTIONS, PATCH"


class TestEnding:
    def test_is_said_beforehand_and_then_refused(
        self, people: dict[str, Account], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        since, note = datetime(2026, 1, 2, tzinfo=UTC), "/help/guide/api/#ending"
        monkeypatch.setattr(Me, "sunset", Sunset(since, datetime.now(UTC) + timedelta(days=9), note))
        caller = Caller(people["viewer"])
        headers = caller("GET", "me/", status=200).headers
        assert headers["Deprecation"] == "@1767312000"
        assert headers["Sunset"].endswith("GMT")
        assert headers["Link"] == f'<{note}>; rel="deprecation"; type="text/html"'
        monkeypatch.setattr(Me, "sunset", Sunset(since, datetime.now(UTC), note))
        assert caller("GET", "me/", status=410).json()["type"] == "/problems/gone"


class TestBusy:
    @pytest.mark.parametrize(
        ("headers", "is_json"),
        [
            ({"Content-Type": "application/json"}, True),
            ({"Sec-Fetch-Dest": "empty"}, True),
            ({"Sec-Fetch-Dest": "empty", "HX-Request": "true"}, False),
            ({"Accept": "text/html"}, False),
        ],
    )
    @pytest.mark.parametrize(("full", "status"), [(False, 503), (True, 507)])
    def test_scripts_get_json_and_people_a_page(
        self, monkeypatch: pytest.MonkeyPatch, headers: dict[str, str], is_json: bool, full: bool, status: int
    ) -> None:
        def fail(*_: Any, **__: Any) -> None:
            raise OperationalError("away") from (DiskFull("no space") if full else None)

        monkeypatch.setattr("cards.web.page.pack_get", fail)
        monkeypatch.setattr("cards.web.sessions.get_user", lambda request: Account(email="a@b.c", pk=1))
        media = headers.get("Content-Type", "text/plain")
        response = Client().generic(
            "PUT", "/packs/core/cards/base.stone/draft/", b"{}", content_type=media,
            headers={**headers, "Accept-Language": "zh-hans"},
        )  # fmt: skip
        assert (response.status_code, response.headers["Content-Type"].partition(";")[0]) == (
            status,
            "application/problem+json" if is_json else "text/html",
        )
        assert int(response.headers["Retry-After"]) > 0
        if is_json:
            assert response.json()["type"] == ("/problems/storage-full" if full else "/problems/unavailable")


class TestPatch:
    def test_leads_from_one_value_to_the_other(self) -> None:
        remaining = {"a": [1, 2, 3, 4], "b/~": {"x": 1}, "gone": 0, "same": [1, {"y": 2}]}
        right = {"a": [1, 9, 4], "b/~": {"x": True}, "new": None, "same": [1, {"y": 2}]}
        assert json_patch(remaining, right) == [
            {"op": "replace", "path": "/a/1", "value": 9},
            {"op": "remove", "path": "/a/2"},
            {"op": "replace", "path": "/b~1~0/x", "value": True},
            {"op": "remove", "path": "/gone"},
            {"op": "add", "path": "/new", "value": None},
        ]
        assert json_patch([1, 4], [1, 2, 3, 4]) == [
            {"op": "add", "path": "/1", "value": 2},
            {"op": "add", "path": "/2", "value": 3},
        ]
        assert json_patch(remaining, remaining) == []

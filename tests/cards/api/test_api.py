"""The REST API: shapes, refusals, caching, and who may read what."""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from cards.api.description import COMPONENTS
from cards.api.documents import components
from cards.models import Account, Pack
from cards.services.pack import PackForm, pack_edit

ROOT = "/api/v1/"
RELEASE = f"{ROOT}packs/core/releases/1.0.0/"

pytestmark = pytest.mark.django_db


def as_(people: dict[str, Account], role: str) -> Client:
    client = Client()
    if role != "anonymous":
        client.force_login(people[role])
    return client


def got(client: Client, path: str, **headers: str) -> Any:
    response = client.get(path if path.startswith("/") else ROOT + path, headers=headers)
    assert response.status_code == 200, (path, response.content)
    return response.json()


MEMBERS_READ = (
    "packs/core/cards/",
    "packs/core/cards/base.stone/",
    "packs/core/cards/base.stone/draft/",
    "packs/core/cards/base.stone/versions/",
    "packs/core/cards/base.stone/versions/1/",
)
ANYONE_READS = (
    "packs/",
    "packs/core/",
    "packs/core/releases/",
    "packs/core/releases/1.0.0/",
    "packs/core/releases/1.0.0/manifest.json",
    "packs/core/releases/1.0.0/pack.zip",
    "packs/core/releases/1.0.0/pack.zip.sha256",
    "packs/core/releases/1.0.0/files/",
    "packs/core/releases/1.0.0/files/cards/base.stone.json",
    "packs/core/releases/1.0.0/cards/",
    "packs/core/releases/1.0.0/cards/base.stone/",
    "packs/core/releases/1.0.0/bulk/cards.json",
    "packs/core/releases/1.0.0/bulk/cards.zh.json",
    "schemas/",
    "openapi.json",
)


class TestAccess:
    @pytest.mark.parametrize("path", ANYONE_READS)
    @pytest.mark.parametrize("role", ["anonymous", "stranger", "viewer"])
    def test_opens_public_releases_to_anyone(self, public_pack: Pack, people: Any, role: str, path: str) -> None:
        assert as_(people, role).get(ROOT + path).status_code == 200

    @pytest.mark.parametrize("path", MEMBERS_READ)
    @pytest.mark.parametrize(
        ("role", "status"),
        [("anonymous", 401), ("stranger", 404), ("viewer", 200), ("designer", 200), ("admin", 200), ("operator", 200)],
    )
    def test_shows_drafts_to_members_alone(
        self, public_pack: Pack, people: Any, role: str, status: int, path: str
    ) -> None:
        assert as_(people, role).get(ROOT + path).status_code == status

    @pytest.mark.parametrize(("role", "status"), [("anonymous", 401), ("stranger", 404), ("admin", 200)])
    def test_does_not_say_whether_a_private_pack_exists(
        self, public_pack: Pack, people: Any, role: str, status: int
    ) -> None:
        client = as_(people, role)
        answers = [client.get(f"{ROOT}packs/{slug}/releases/").status_code for slug in ("secret", "no-such-pack")]

        assert answers == [status, 404 if role == "admin" else status]

    def test_lists_each_caller_its_own_packs(self, public_pack: Pack, people: Any) -> None:
        assert [pack["pack"] for pack in got(as_(people, "anonymous"), "packs/")["results"]] == ["core"]
        assert [pack["pack"] for pack in got(as_(people, "admin"), "packs/")["results"]] == ["core", "secret"]

    def test_tells_who_asks(self, people: Any) -> None:
        assert Client().get(f"{ROOT}me/").status_code == 401
        assert got(as_(people, "viewer"), "me/")["email"] == "viewer@example.org"

    def test_forgets_a_role_that_was_taken(self, public_pack: Pack, people: Any) -> None:
        client = as_(people, "viewer")
        assert client.get(f"{ROOT}packs/core/cards/").status_code == 200
        public_pack.memberships.filter(account=people["viewer"]).delete()

        assert client.get(f"{ROOT}packs/core/cards/").status_code == 404


class TestShapes:
    @pytest.mark.parametrize(
        ("path", "shape", "is_list"),
        [
            ("packs/", "Pack", True),
            ("packs/core/", "Pack", False),
            ("packs/core/cards/", "Card", True),
            ("packs/core/cards/base.stone/", "Card", False),
            ("packs/core/cards/base.stone/draft/", "Draft", False),
            ("packs/core/cards/base.stone/versions/", "Version", True),
            ("packs/core/cards/base.stone/versions/1/", "Version", False),
            ("packs/core/releases/", "Release", True),
            ("packs/core/releases/1.0.0/", "Release", False),
            ("packs/core/releases/1.0.0/files/", "File", True),
            ("packs/core/releases/1.0.0/cards/", "ReleaseCard", True),
            ("packs/core/releases/1.0.0/cards/base.stone/", "ReleaseCard", False),
            ("schemas/", "Schema", True),
            ("me/", "Account", False),
        ],
    )
    def test_are_those_of_the_description(
        self, public_pack: Pack, people: Any, path: str, shape: str, is_list: bool
    ) -> None:
        import jsonschema

        answer = got(as_(people, "viewer"), path)
        for each in answer["results"] if is_list else [answer]:
            named = {"components": {"schemas": {**COMPONENTS, **components()}}}
            jsonschema.Draft202012Validator({**COMPONENTS[shape], **named}).validate(each)

    def test_go_on_where_a_page_ended(self, public_pack: Pack, people: Any) -> None:
        client = as_(people, "viewer")
        response = client.get(f"{ROOT}packs/core/cards/?limit=1")
        first = response.json()
        assert response.headers["Link"] == f'<{first["next"]}>; rel="next"'
        second = client.get(first["next"]).json()

        assert [each["id"] for each in (*first["results"], *second["results"])] == ["base.stone", "base.wand"]
        assert second["next"] is None

    def test_find_cards_by_chinese_words(self, public_pack: Pack, people: Any) -> None:
        found = got(as_(people, "viewer"), "packs/core/cards/?q=石头")
        assert [each["id"] for each in found["results"]] == ["base.stone", "base.wand"]
        assert got(as_(people, "viewer"), "packs/core/cards/?q=没有")["results"] == []


class TestReleaseBytes:
    def test_of_the_zip_verify_against_the_manifest(self, public_pack: Pack) -> None:
        client = Client()
        release = got(client, RELEASE)
        data = client.get(release["zip"]["url"]).content
        assert hashlib.sha256(data).hexdigest() == release["zip"]["sha256"]
        assert client.get(f"{RELEASE}pack.zip.sha256").content.decode().split()[0] == release["zip"]["sha256"]
        archive = zipfile.ZipFile(io.BytesIO(data))
        manifest = json.loads(archive.read("manifest.json"))

        assert hashlib.sha256(archive.read("manifest.json")).hexdigest() == release["manifest_sha256"]
        for file in manifest["files"]:
            assert hashlib.sha256(archive.read(file["path"])).hexdigest() == file["sha256"]
            assert client.get(f"{RELEASE}files/{file['path']}").content == archive.read(file["path"])
            assert client.get(f"{ROOT}files/sha256/{file['sha256']}").content == archive.read(file["path"])

    def test_of_a_card_are_those_of_its_document(self, public_pack: Pack) -> None:
        card = got(Client(), f"{RELEASE}cards/base.stone/")
        bulk = got(Client(), f"{RELEASE}bulk/cards.json")

        assert card["document"] in bulk["cards"]
        assert len(bulk["cards"]) == 2
        assert {each["name"] for each in got(Client(), f"{RELEASE}bulk/cards.zh.json")["cards"]} == {"小石头"}
        assert Client().get(f"{RELEASE}bulk/cards.fr.json").status_code == 404

    def test_are_found_by_hash(self, public_pack: Pack) -> None:
        digest = got(Client(), f"{RELEASE}files/")["results"][0]["sha256"]
        body = json.dumps({"digests": [digest, "0" * 64]})
        places = Client().post(f"{ROOT}files/lookup/", body, content_type="application/json").json()

        assert places["0" * 64] == []
        assert places[digest][0]["pack"] == "core"


class TestCaching:
    @pytest.mark.parametrize("path", ["manifest.json", "pack.zip", "files/cards/base.stone.json", "cards/base.stone/"])
    def test_answers_304_without_a_body(self, public_pack: Pack, path: str) -> None:
        client = Client()
        first = client.get(RELEASE + path)
        tag = first.headers["ETag"]
        assert "immutable" in first.headers["Cache-Control"]
        for asked in (tag, f"W/{tag}", f'"other", {tag}', "*"):
            again = client.get(RELEASE + path, headers={"If-None-Match": asked})
            assert (again.status_code, again.content) == (304, b"")
            assert again.headers["ETag"] == tag

        assert client.get(RELEASE + path, headers={"If-None-Match": '"other"'}).status_code == 200

    @pytest.mark.parametrize(
        "path",
        ["manifest.json", "pack.zip", "files/cards/base.stone.json", "cards/base.stone/", "bulk/cards.json", "by hash"],
    )
    def test_answers_304_without_loading_the_bytes(
        self, public_pack: Pack, path: str, django_assert_max_num_queries: Callable[..., Any]
    ) -> None:
        file = got(Client(), f"{RELEASE}files/")["results"][0]
        url = f"{ROOT}files/sha256/{file['sha256']}" if path == "by hash" else RELEASE + path
        with django_assert_max_num_queries(6) as first:
            tag = Client().get(url).headers["ETag"]
        with django_assert_max_num_queries(5) as queries:
            assert Client().get(url, headers={"If-None-Match": tag}).status_code == 304

        loads = [sum('"cards_blob"."data"' in query["sql"] for query in asked) for asked in (first, queries)]
        assert (loads[0] > 0, loads[1]) == (True, 0)

    @pytest.mark.parametrize("channel", ["latest", "next"])
    def test_sends_a_channel_to_the_concrete_release(self, public_pack: Pack, channel: str) -> None:
        response = Client().get(f"{ROOT}packs/core/releases/{channel}/files/cards/base.stone.json")

        assert response.status_code == 307
        assert response.headers["Location"] == f"{RELEASE}files/cards/base.stone.json"
        assert "immutable" not in response.headers["Cache-Control"]
        assert response.headers["Access-Control-Allow-Origin"] == "*"

    def test_keeps_what_is_private_to_its_reader(self, public_pack: Pack, people: Any) -> None:
        pack_edit(actor=people["admin"], pack=public_pack, form=PackForm(name={"en": "Core"}, visibility="private"))
        response = as_(people, "viewer").get(f"{RELEASE}manifest.json")

        assert response.headers["Cache-Control"].startswith("private")
        assert "Access-Control-Allow-Origin" not in response.headers

    def test_lets_any_page_read_public_bytes_and_run_nothing(self, public_pack: Pack) -> None:
        headers = Client().get(f"{RELEASE}pack.zip").headers

        assert headers["Access-Control-Allow-Origin"] == "*"
        assert headers["Content-Security-Policy"] == "sandbox; default-src 'none'"
        assert headers["Content-Disposition"] == 'attachment; filename="core-1.0.0.zip"'

    def test_asks_few_questions_of_the_database(
        self, public_pack: Pack, django_assert_max_num_queries: Callable[..., Any]
    ) -> None:
        tag = Client().get(f"{RELEASE}manifest.json").headers["ETag"]
        with django_assert_max_num_queries(4):
            Client().get(f"{RELEASE}manifest.json", headers={"If-None-Match": tag})


HOSTILE = (
    (b"{", "malformed-json"),
    (b"", "invalid-fields"),
    (b'{"text": 1} x', "malformed-json"),
    (b'{"text": "a", "text": "b"}', "duplicate-key"),
    (b'{"text": NaN}', "bad-number"),
    (b'{"text": 1e400}', "bad-number"),
    (b'{"text": "\\u0000"}', "bad-string"),
    (b'{"text": "\\ud83d"}', "bad-string"),
    (b'{"text": "\xff"}', "malformed-json"),
    (b'{"text": ' + b"[" * 100 + b"]" * 100 + b"}", "too-deep"),
    (b'{"text": ' + b"[" * 5000, "too-deep"),
    (b'{"text": "a", "more": 1}', "invalid-fields"),
    (b'{"text": 1}', "invalid-fields"),
    (b"[]", "invalid-fields"),
)


class TestRefusals:
    @pytest.mark.parametrize(("body", "slug"), HOSTILE)
    def test_of_hostile_bodies_say_what_is_wrong(self, public_pack: Pack, people: Any, body: bytes, slug: str) -> None:
        response = as_(people, "viewer").post(f"{ROOT}packs/core/validate/", body, content_type="application/json")

        assert (response.status_code, response.json()["type"]) == (400, f"/problems/{slug}")
        assert response.headers["Content-Type"] == "application/problem+json"

    def test_of_a_text_over_1_mib_is_413(self, public_pack: Pack, people: Any) -> None:
        body = json.dumps({"text": "a" * (1024 * 1024 + 1)})
        response = as_(people, "viewer").post(f"{ROOT}packs/core/validate/", body, content_type="application/json")

        assert (response.status_code, response.json()["type"]) == (413, "/problems/too-large")

    @pytest.mark.parametrize(
        ("method", "path", "headers", "status", "slug"),
        [
            ("put", "packs/core/", {}, 405, "method-not-allowed"),
            ("get", "packs/core/", {"accept": "text/csv"}, 406, "not-acceptable"),
            ("get", "nowhere/at/all", {}, 404, "not-found"),
            ("get", "packs/core/releases/9.9.9/", {}, 404, "not-found"),
            ("get", "packs/core/releases/1.0.0/files/cards/none.json", {}, 404, "not-found"),
            ("get", "files/sha256/" + "0" * 64, {}, 404, "not-found"),
            ("get", "packs/?limit=0", {}, 400, "invalid-fields"),
            ("get", "packs/?limti=5", {}, 400, "invalid-fields"),
            ("get", "packs/core/releases/1.0.0/cards/?q=%00", {}, 400, "invalid-fields"),
            ("get", "packs/core/releases/1.0.0/files/%00", {}, 404, "not-found"),
        ],
    )
    def test_are_problem_documents(
        self, public_pack: Pack, method: str, path: str, headers: dict[str, str], status: int, slug: str
    ) -> None:
        response = getattr(Client(), method)(ROOT + path, headers=headers)

        assert (response.status_code, response.json()["type"]) == (status, f"/problems/{slug}")
        assert response.json()["instance"] == (ROOT + path).split("?")[0]

    def test_of_another_content_type_is_415(self, public_pack: Pack, people: Any) -> None:
        response = as_(people, "viewer").post(f"{ROOT}packs/core/validate/", b"text=1", content_type="text/plain")

        assert (response.status_code, response.json()["type"]) == (415, "/problems/unsupported-media-type")
        assert response.json()["detail"] == "Send `application/json`."
        art = as_(people, "designer").put(f"{ROOT}packs/core/cards/base.stone/art/", b"x", content_type="image/gif")
        assert art.json()["detail"] == "Send `image/png`, `image/webp`, `image/jpeg` or `application/octet-stream`."

    def test_speak_the_language_asked_for(self) -> None:
        response = Client().get(f"{ROOT}me/", headers={"Accept-Language": "zh-CN"})

        assert response.json()["title"] == "请先登录"
        assert response.headers["Content-Language"] == "zh-Hans"
        assert "Accept-Language" in response.headers["Vary"]

    def test_of_a_write_without_its_token_is_403(self, public_pack: Pack, people: Any) -> None:
        client = Client(enforce_csrf_checks=True)
        client.force_login(people["viewer"])
        response = client.post(f"{ROOT}packs/core/validate/", b"{}", content_type="application/json")

        assert (response.status_code, response.json()["type"]) == (403, "/problems/forbidden")


class TestValidate:
    def test_tells_problems_and_stores_nothing(self, public_pack: Pack, people: Any) -> None:
        body = json.dumps({"text": '{"id": "base.new", "manaCost": -1}'})
        response = as_(people, "viewer").post(f"{ROOT}packs/core/validate/", body, content_type="application/json")

        assert response.json()["ok"] is False
        assert {"code", "path", "line", "column", "message"} <= set(response.json()["problems"][0])
        assert not public_pack.cards.filter(written_id="base.new").exists()


class TestDescription:
    def test_names_every_route(self) -> None:
        from cards.api.urls import urlpatterns

        document = got(Client(), "openapi.json")
        assert document["openapi"].startswith("3.1")
        paths = set(document["paths"])
        routes = [pattern.name for pattern in urlpatterns if pattern.name != "nowhere"]

        assert len(paths) == len(routes)
        for path in ("/api/v1/packs/{pack}/releases/{version}/pack.zip", "/api/v1/files/sha256/{digest}"):
            assert path in paths

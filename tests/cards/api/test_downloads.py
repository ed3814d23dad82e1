"""Downloads: single ranges, compression, what a cache may keep, and public files without a query."""

from __future__ import annotations

import gzip
import hashlib
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import brotli
import pytest
from django.db import OperationalError, connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from cards import public_files
from cards.models import Account, Pack
from cards.services.downloads import downloads_write
from cards.services.pack import PackForm, pack_edit
from cards.services.token import token_create

RELEASE = "/api/v1/packs/core/releases/1.0.0/"
STONE = f"{RELEASE}files/cards/base.stone.json"
BULK = f"{RELEASE}bulk/cards.json"
TAILS = (
    "manifest.json",
    "pack.zip",
    "pack.zip.sha256",
    "files/cards/base.stone.json",
    "bulk/cards.json",
    "bulk/cards.zh.json",
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def folder(settings: Any, tmp_path: Path) -> Path:
    """Keep public files, in a folder of this test."""
    settings.PUBLIC_FILES = str(tmp_path / "public")
    return tmp_path / "public"


@pytest.fixture(params=["kept", "not kept"])
def pack_by_each_way(request: pytest.FixtureRequest, public_pack: Pack) -> Pack:
    """Answer from the folder, then from the database: no one can see which."""
    if request.param == "kept":
        request.getfixturevalue("folder")
        assert downloads_write(release=public_pack.releases.get())
    return public_pack


@contextmanager
def without_database() -> Iterator[None]:
    """Make every statement fail, as it does while the server is away."""

    def refuse(*_: Any) -> None:
        raise OperationalError("the server is away")

    with connection.execute_wrapper(refuse):
        yield


def body(response: Any) -> bytes:
    return b"".join(response.streaming_content) if response.streaming else response.content


class TestRanges:
    def whole(self) -> bytes:
        return body(Client().get(STONE))

    @pytest.mark.parametrize(
        ("header", "first", "last"),
        [("bytes=0-9", 0, 9), ("bytes=10-", 10, None), ("bytes=-7", -7, None), ("bytes=5-999999", 5, None)],
    )
    def test_one_range_is_answered_with_its_bytes(
        self, pack_by_each_way: Pack, header: str, first: int, last: int | None
    ) -> None:
        whole = self.whole()
        response = Client().get(STONE, headers={"Range": header, "Accept-Encoding": "gzip"})
        expected_whole = whole[first : None if last is None else last + 1]
        assert (response.status_code, response.content) == (206, expected_whole)
        start = whole.index(expected_whole) if first >= 0 else len(whole) + first
        assert response.headers["Content-Range"] == f"bytes {start}-{start + len(expected_whole) - 1}/{len(whole)}"
        assert response.headers["Content-Length"] == str(len(expected_whole))
        assert "Content-Encoding" not in response.headers

    @pytest.mark.parametrize("asked", ["bytes=0-1,4-5", "bytes=5-4", "bytes=-", "chapters=1-2", "bytes=x-"])
    def test_what_is_no_single_range_gets_the_whole_file(self, pack_by_each_way: Pack, asked: str) -> None:
        response = Client().get(STONE, headers={"Range": asked})
        assert (response.status_code, body(response)) == (200, self.whole())

    @pytest.mark.parametrize("asked", ["bytes=999999-", "bytes=-0"])
    def test_outside_is_refused_with_the_length(self, pack_by_each_way: Pack, asked: str) -> None:
        response = Client().get(STONE, headers={"Range": asked, "Accept-Language": "zh-hans"})
        assert response.status_code == 416
        assert response.headers["Content-Range"] == f"bytes */{len(self.whole())}"
        assert response.json()["type"] == "/problems/range-not-satisfiable"
        assert response.json()["title"] == "请求的范围超出文件末尾"

    def test_a_range_of_other_bytes_gets_the_whole_file(self, pack_by_each_way: Pack) -> None:
        tag = Client().head(STONE).headers["ETag"]
        for condition, status in ((tag, 206), (f"W/{tag}", 200), ('"other"', 200), (f'{tag[:-1]};gzip"', 200)):
            headers = {"Range": "bytes=0-3", "If-Range": condition}
            assert Client().get(STONE, headers=headers).status_code == status, condition

    def test_a_head_and_a_304_know_no_range(self, pack_by_each_way: Pack) -> None:
        head = Client().head(STONE, headers={"Range": "bytes=0-3"})
        assert (head.status_code, head.headers["Accept-Ranges"]) == (200, "bytes")
        headers = {"Range": "bytes=0-3", "If-None-Match": head.headers["ETag"]}
        assert Client().get(STONE, headers=headers).status_code == 304


class TestCaching:
    @pytest.mark.parametrize("tail", TAILS)
    def test_public_bytes_vary_by_coding_alone(self, pack_by_each_way: Pack, tail: str) -> None:
        for headers in ({}, {"Accept-Language": "zh"}, {"Cookie": "sessionid=x"}):
            response = Client().get(RELEASE + tail, headers=headers)
            assert response.status_code == 200
            assert response.headers.get("Vary", "Accept-Encoding") == "Accept-Encoding"
            assert "Content-Language" not in response.headers
            assert response.headers["Cache-Control"].startswith("public, max-age=31536000, immutable")
            assert response.headers["Access-Control-Allow-Origin"] == "*"

    @pytest.mark.parametrize(("coding", "undo"), [("gzip", gzip.decompress), ("br", brotli.decompress)])
    def test_public_json_is_compressed_under_a_tag_of_its_own(
        self, pack_by_each_way: Pack, coding: str, undo: Any
    ) -> None:
        plain = Client().get(BULK)
        for _ in range(2):  # made, then kept
            coded_value = Client().get(BULK, headers={"Accept-Encoding": coding})
            assert coded_value.headers["Content-Encoding"] == coding
            assert undo(coded_value.content) == body(plain)
            assert coded_value.headers["ETag"] == f'{plain.headers["ETag"][:-1]};{coding}"'
            assert coded_value.headers["Content-Length"] == str(len(coded_value.content))
        again = Client().get(BULK, headers={"Accept-Encoding": coding, "If-None-Match": coded_value.headers["ETag"]})
        assert (again.status_code, again.content, again.headers["ETag"]) == (304, b"", coded_value.headers["ETag"])

    def test_the_archive_is_sent_as_it_is_to_who_reads_no_coding(self, pack_by_each_way: Pack) -> None:
        response = Client().get(f"{RELEASE}pack.zip")
        data = body(response)
        assert "Content-Encoding" not in response.headers
        assert response.headers["ETag"] == f'"{hashlib.sha256(data).hexdigest()}"'
        assert response.headers["Content-Disposition"] == 'attachment; filename="core-1.0.0.zip"'

    def test_members_still_get_exact_private_bytes(self, public_pack: Pack, people: dict[str, Account]) -> None:
        edit_visibility(public_pack, people, "private")
        client = Client()
        client.force_login(people["viewer"])
        response = client.get(STONE, headers={"Accept-Encoding": "gzip"})
        assert response.headers["Cache-Control"] == "private, no-cache, no-transform"
        assert "Cookie" in response.headers["Vary"]
        assert "Content-Encoding" not in response.headers


def edit_visibility(pack: Pack, people: dict[str, Account], visibility: str) -> None:
    pack_edit(actor=people["admin"], pack=pack, form=PackForm(name={"en": "Core"}, visibility=visibility))


class TestPublicFiles:
    @pytest.fixture
    def stored_pack(self, public_pack: Pack, folder: Path) -> Pack:
        """A public pack that was asked for once."""
        assert Client().get(STONE).status_code == 200
        return public_pack

    def test_the_second_request_asks_the_database_nothing(self, stored_pack: Pack, people: dict[str, Account]) -> None:
        digest = Client().head(STONE).headers["ETag"].strip('"')
        client = Client()
        client.force_login(people["viewer"])
        _, secret = token_create(actor=people["viewer"], name="t", scopes=["read"], days=1)
        paths = [RELEASE + tail for tail in TAILS] + [f"/api/v1/files/sha256/{digest}"]
        for headers in ({}, {"Authorization": f"Bearer {secret}"}, {"Authorization": "Bearer clm_wrong"}):
            with CaptureQueriesContext(connection) as queries:
                answers = [client.get(path, headers=headers).status_code for path in paths]
                tag = client.get(STONE, headers=headers).headers["ETag"]
                answers.append(client.get(STONE, headers={**headers, "If-None-Match": tag}).status_code)
            assert (answers, len(queries)) == ([200] * len(paths) + [304], 0)

    def test_the_bytes_are_those_of_the_database(self, public_pack: Pack, folder: Path, settings: Any) -> None:
        settings.PUBLIC_FILES = None
        stored = {tail: body(Client().get(RELEASE + tail)) for tail in TAILS}
        tags = {tail: Client().head(RELEASE + tail).headers["ETag"] for tail in TAILS}
        settings.PUBLIC_FILES = str(folder)
        downloads_write(release=public_pack.releases.get())
        for tail in TAILS:
            response = Client().get(RELEASE + tail)
            assert (body(response), response.headers["ETag"]) == (stored[tail], tags[tail])

    def test_the_archive_is_compressed_on_its_way_and_has_the_same_bytes(self, public_pack: Pack, folder: Path) -> None:
        plain = body(Client().get(f"{RELEASE}pack.zip"))
        for coding, undo in (("gzip", gzip.decompress), ("br", brotli.decompress)):
            coded = Client().get(f"{RELEASE}pack.zip", headers={"Accept-Encoding": coding})
            assert (coded.headers["Content-Encoding"], "Accept-Encoding" in coded.headers["Vary"]) == (coding, True)
            assert len(coded.content) < len(plain) / 2 and undo(coded.content) == plain
        part = Client().get(f"{RELEASE}pack.zip", headers={"Accept-Encoding": "gzip", "Range": "bytes=0-3"})
        assert (part.status_code, body(part), "Content-Encoding" in part.headers) == (206, plain[:4], False)

    def test_downloads_work_while_the_database_is_away(self, stored_pack: Pack, people: dict[str, Account]) -> None:
        client = Client()
        client.force_login(people["viewer"])
        with without_database():
            assert client.get(STONE).status_code == 200
            assert client.get(STONE, headers={"Authorization": "Bearer clm_x"}).status_code == 200
            assert client.get(f"{RELEASE}files/").status_code == 503

    @pytest.mark.django_db(transaction=True)
    def test_a_pack_made_private_is_gone_with_the_same_commit(
        self, stored_pack: Pack, people: dict[str, Account]
    ) -> None:
        edit_visibility(stored_pack, people, "private")
        assert not public_files.has_release("core", "1.0.0")
        assert Client().get(STONE).status_code == 401
        digest = stored_pack.releases.get().files.get(path="cards/base.stone.json").sha256
        assert Client().get(f"/api/v1/files/sha256/{digest}").status_code == 404
        assert not public_files.has_release("core", "1.0.0")

    def test_a_pack_made_public_again_is_there_again(self, stored_pack: Pack, people: dict[str, Account]) -> None:
        digest = stored_pack.releases.get().files.get(path="cards/base.stone.json").sha256
        edit_visibility(stored_pack, people, "private")
        edit_visibility(stored_pack, people, "public")
        assert Client().get(f"/api/v1/files/sha256/{digest}").status_code == 200
        assert public_files.find_digest(digest)

    def test_private_and_archived_packs_are_never_kept(self, public_pack: Pack, folder: Path, people: Any) -> None:
        release = public_pack.releases.get()
        Pack.objects.filter(pk=public_pack.pk).update(archived_at="2026-01-01T00:00:00Z")
        assert not downloads_write(release=release)
        Pack.objects.filter(pk=public_pack.pk).update(archived_at=None, visibility="private")
        assert not downloads_write(release=release)
        assert not public_files.has_release("core", "1.0.0")

    def test_a_disk_that_is_full_costs_nobody_a_download(
        self, public_pack: Pack, folder: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def full(*_: Any) -> None:
            raise OSError(28, "No space left on device")

        monkeypatch.setattr(public_files, "_write", full)
        assert Client().get(STONE).status_code == 200
        assert not public_files.has_release("core", "1.0.0")
        assert list(folder.iterdir()) == []

    def test_a_disk_that_is_full_costs_no_download_its_coding(
        self, stored_pack: Pack, folder: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def full(*_: Any) -> None:
            raise OSError(28, "No space left on device")

        before = sorted(folder.rglob("*"))
        monkeypatch.setattr(os, "fsync", full)
        answer = Client().get("/api/v1/packs/core/releases/1.0.0/bulk/cards.json", headers={"Accept-Encoding": "gzip"})
        assert (answer.status_code, answer.headers["Content-Encoding"]) == (200, "gzip")
        assert sorted(folder.rglob("*")) == before

    def test_a_release_whose_marks_found_no_room_is_written_again(
        self, public_pack: Pack, folder: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def full(*_: Any) -> None:
            raise OSError(28, "No space left on device")

        release = public_pack.releases.get()
        digest = release.files.get(path="cards/base.stone.json").sha256
        with monkeypatch.context() as until_there_is_room:
            until_there_is_room.setattr(public_files, "_mark", full)
            assert not downloads_write(release=release)
        assert downloads_write(release=release)
        assert public_files.find_digest(digest)

    def test_what_was_taken_back_between_two_reads_comes_from_the_database(
        self, stored_pack: Pack, folder: Path
    ) -> None:
        (folder / "core" / "1.0.0" / "pack.zip").unlink()
        assert Client().get(STONE).status_code == 200

    def test_other_addresses_below_a_release_are_left_to_their_views(self, stored_pack: Pack) -> None:
        for tail in ("files/../../secret", "files/cards/none.json", "index.json", "bulk/cards.fr.json"):
            assert Client().get(RELEASE + tail).status_code == 404

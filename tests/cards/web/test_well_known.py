"""What programs look for at addresses of their own: rules for crawlers, the contact for security, a feed of releases."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any
from xml.etree import ElementTree

import pytest
from django.test import Client
from django.utils import timezone

from cards.models import Account, Pack, Release
from cards.services.pack import PackForm, pack_create
from cards.services.release_yank import release_yank
from cards.web.urls import urlpatterns
from tests.cards.web.conftest import ClientOf
from tests.cards.web.world import World

People = dict[str, Account]
FEED = "/packs/core/releases.atom"
ATOM = "{http://www.w3.org/2005/Atom}"


def tree_of(response: Any) -> ElementTree.Element:
    """Return the tree of a feed."""
    return ElementTree.fromstring(response.content)  # noqa: S314  the portal's own answer


def entries_of(response: Any) -> list[dict[str, str]]:
    """Return the texts of each entry of a feed."""
    return [
        {part.tag.removeprefix(ATOM): part.text or "" for part in entry}
        for entry in tree_of(response).iter(f"{ATOM}entry")
    ]


def test_crawlers_are_told_what_is_no_page_for_them(client: Client) -> None:
    response = client.get("/robots.txt")
    assert (response.status_code, response.headers["Content-Type"]) == (200, "text/plain; charset=utf-8")
    first, *closed = response.content.decode().splitlines()
    assert first == "User-agent: *"
    paths = [line.removeprefix("Disallow: ") for line in closed]
    roots = {f"/{str(pattern.pattern).lstrip('^').partition('<')[0]}" for pattern in urlpatterns} | {"/api/v1/"}
    assert [path for path in paths if not any(root.startswith(path) for root in roots)] == []
    assert client.get("/robots.txt", headers={"If-None-Match": response.headers["ETag"]}).status_code == 304


class TestSecurityFile:
    ADDRESS = "/.well-known/security.txt"

    @pytest.mark.parametrize(
        ("contact", "line"),
        [("holes@example.org", "mailto:holes@example.org"), ("https://example.org/x", "https://example.org/x")],
    )
    def test_names_the_contact_of_the_operator(self, client: Client, settings: Any, contact: str, line: str) -> None:
        settings.SECURITY_CONTACT = contact
        fields = dict(row.split(": ", 1) for row in client.get(self.ADDRESS).content.decode().splitlines())
        assert fields["Contact"] == line
        assert fields["Canonical"] == f"http://testserver{self.ADDRESS}"
        left = datetime.fromisoformat(fields["Expires"]) - timezone.now()
        assert timedelta(days=150) < left < timedelta(days=365)  # RFC 9116: less than a year

    def test_is_missing_without_one(self, client: Client) -> None:
        assert client.get(self.ADDRESS).status_code == 404


class TestFeed:
    @pytest.fixture
    def public(self, world: World) -> Pack:
        Pack.objects.filter(slug="core").update(visibility="public")
        return Pack.objects.get(slug="core")

    def test_names_each_release_with_its_changelog(self, public: Pack, client: Client) -> None:
        response = client.get(FEED)
        [entry] = entries_of(response)
        release = Release.objects.get()
        assert (entry["title"], entry["id"]) == ("1.0.0", "http://testserver/packs/core/releases/1.0.0/")
        assert entry["summary"] == release.changelog["en"]
        assert datetime.fromisoformat(entry["published"]) == release.released_at
        assert response.headers["Content-Type"].startswith("application/atom+xml")
        assert response.headers["Cache-Control"] == "public, max-age=300"
        assert client.get(FEED, headers={"If-None-Match": response.headers["ETag"]}).status_code == 304

    def test_speaks_the_language_of_the_reader(self, public: Pack, client: Client) -> None:
        response = client.get(FEED, headers={"Accept-Language": "zh-CN"})
        assert tree_of(response).findtext(f"{ATOM}title", "").endswith("：发布")
        assert entries_of(response)[0]["summary"] == Release.objects.get().changelog["zh"]
        assert "Accept-Language" in response.headers["Vary"]

    def test_says_that_a_release_is_yanked_and_why(self, public: Pack, client: Client, people: People) -> None:
        reason = {"en": "Wrong\x07 art.", "zh": "图错了。"}
        release_yank(actor=people["admin"], release=Release.objects.get(), reason=reason, use="")
        [entry] = entries_of(client.get(FEED))
        assert (entry["title"], entry["summary"]) == ("1.0.0 (yanked)", "Wrong art.")
        assert entry["updated"] >= entry["published"]

    def test_of_a_private_pack_is_for_its_members(self, world: World, client: Client, client_of: ClientOf) -> None:
        Pack.objects.filter(slug="core").update(visibility="private")
        assert client.get(FEED).status_code == client.get("/packs/core/releases/").status_code == 404
        response = client_of("viewer").get(FEED)
        assert len(entries_of(response)) == 1
        assert response.headers["Cache-Control"] == "private, no-cache"

    def test_without_releases_is_as_old_as_its_pack(self, world: World, client_of: ClientOf, people: People) -> None:
        form = PackForm(name={"en": "Empty", "zh": "空"}, visibility="public")
        fresh = pack_create(actor=people["admin"], slug="empty", ruleset="wizards", form=form)
        tree = tree_of(client_of("admin").get("/packs/empty/releases.atom"))
        assert datetime.fromisoformat(tree.findtext(f"{ATOM}updated", "")) == fresh.created_at

    def test_is_named_by_the_page_of_releases(self, public: Pack, client: Client) -> None:
        page = client.get("/packs/core/releases/").content.decode()
        assert f'type="application/atom+xml" title="Releases · Core" href="{FEED}"' in page

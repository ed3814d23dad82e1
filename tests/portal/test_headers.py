"""What every answer carries, and what happens to an answer when the database is away."""

from __future__ import annotations

import json
import logging

import pytest
from django.db import OperationalError
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory, override_settings
from django.urls import path

from portal.middleware import TrustedProxy


def lost_database(_request: HttpRequest) -> HttpResponse:
    """A view whose query finds no database."""
    raise OperationalError("server closed the connection")


def page(_request: HttpRequest) -> HttpResponse:
    """A page of a person's own."""
    logging.getLogger("cards.example").warning("seen by\nsomebody", extra={"pack": "starter"})
    return HttpResponse("<p>mine</p>")


urlpatterns = [path("broken/", lost_database), path("api/v1/broken/", lost_database), path("page/", page)]


@pytest.mark.urls(__name__)
class TestEveryAnswer:
    @pytest.mark.parametrize("url", ["/page/", "/healthz", "/nowhere/", "/broken/"])
    def test_carries_the_headers(self, client: Client, url: str) -> None:
        headers = client.get(url).headers

        assert "default-src 'none'" in headers["Content-Security-Policy"]
        assert "unsafe" not in headers["Content-Security-Policy"]
        assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["X-Frame-Options"] == "DENY"
        assert headers["Cross-Origin-Opener-Policy"] == "same-origin"
        assert headers["Referrer-Policy"] == "same-origin"
        assert headers["Cache-Control"] == "no-store"
        assert len(headers["X-Request-ID"]) == 32

    def test_repeats_a_harmless_request_id(self, client: Client) -> None:
        assert client.get("/page/", headers={"X-Request-ID": "trace-7.a_b"}).headers["X-Request-ID"] == "trace-7.a_b"

    @pytest.mark.parametrize("bad", ["a b", "x" * 65, "a;b", "<b>", ""])
    def test_makes_its_own_instead_of_a_doubtful_one(self, client: Client, bad: str) -> None:
        assert client.get("/page/", headers={"X-Request-ID": bad}).headers["X-Request-ID"] != bad

    def test_is_logged_as_one_line_of_json_with_the_request_id(
        self, client: Client, caplog: pytest.LogCaptureFixture
    ) -> None:
        formatter = next(handler.formatter for handler in logging.getLogger().handlers if handler.name == "stderr")
        caplog.handler.setFormatter(formatter)
        client.get("/page/", headers={"X-Request-ID": "trace-7"})

        lines = [json.loads(line) for line in caplog.text.splitlines()]
        seen, request = [line for line in lines if line["request_id"] == "trace-7"]
        assert (seen["message"], seen["pack"]) == ("seen by\nsomebody", "starter")
        assert (request["message"], request["path"], request["status"]) == ("request", "/page/", 200)


@pytest.mark.urls(__name__)
class TestALostDatabase:
    def test_is_a_page_for_a_person(self, client: Client) -> None:
        answer = client.get("/broken/", headers={"Accept-Language": "zh-Hans"})

        assert (answer.status_code, answer.headers["Retry-After"]) == (503, "5")
        assert '<html lang="zh-Hans">' in answer.text

    def test_is_a_problem_for_a_program(self, client: Client) -> None:
        answer = client.get("/api/v1/broken/")

        assert (answer.status_code, answer.headers["Content-Type"]) == (503, "application/problem+json")
        assert answer.json()["type"] == "/problems/unavailable"
        assert answer.json()["request_id"] == answer.headers["X-Request-ID"]


class TestTheVisitorsAddress:
    def address(self, *, peer: str, forwarded: str, trusted: list[str]) -> str:
        request = RequestFactory().get("/", REMOTE_ADDR=peer, HTTP_X_FORWARDED_FOR=forwarded)
        with override_settings(TRUSTED_PROXIES=trusted):
            TrustedProxy(lambda _request: HttpResponse())(request)
        return request.META["REMOTE_ADDR"]

    def test_is_the_peers_when_no_proxy_is_trusted(self) -> None:
        assert self.address(peer="10.0.0.1", forwarded="1.2.3.4", trusted=[]) == "10.0.0.1"

    def test_is_what_a_trusted_proxy_says(self) -> None:
        assert self.address(peer="10.0.0.1", forwarded="9.9.9.9, 1.2.3.4", trusted=["10.0.0.1"]) == "1.2.3.4"

    def test_passes_over_a_chain_of_trusted_proxies(self) -> None:
        trusted = ["10.0.0.1", "10.0.0.2"]

        assert self.address(peer="10.0.0.1", forwarded="1.2.3.4, 10.0.0.2", trusted=trusted) == "1.2.3.4"

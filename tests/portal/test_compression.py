"""What is compressed, for whom, and under which ETag."""

from __future__ import annotations

import gzip
from collections.abc import Iterator

import brotli
import pytest
from django.http import HttpRequest, HttpResponse, JsonResponse, StreamingHttpResponse
from django.test import Client
from django.urls import path

from portal.compression import MIN_SIZE, coding_of

TEXT = "A card is one JSON object. " * 100
ZIP = {"Accept-Encoding": "gzip, deflate, br"}


def page(_request: HttpRequest) -> HttpResponse:
    return HttpResponse(TEXT)


def short(_request: HttpRequest) -> HttpResponse:
    return HttpResponse("x" * (MIN_SIZE - 1))


def schema(_request: HttpRequest) -> HttpResponse:
    response = HttpResponse(TEXT, content_type="application/schema+json")
    response.headers["Cache-Control"] = "public, max-age=300"
    return response


def secret(_request: HttpRequest) -> HttpResponse:
    response = HttpResponse(TEXT)
    response.headers["Cache-Control"] = "no-store, no-transform"
    return response


def image(_request: HttpRequest) -> HttpResponse:
    return HttpResponse(b"x" * 5000, content_type="image/webp")


def stream(_request: HttpRequest) -> StreamingHttpResponse:
    def parts() -> Iterator[str]:
        yield from (TEXT, TEXT)

    return StreamingHttpResponse(parts(), content_type="text/html")


def tagged(request: HttpRequest) -> HttpResponse:
    """Answer as a resource with a strong ETag does, and say what a conditional request quoted."""
    if request.headers.get("If-None-Match") == '"r1"':
        response: HttpResponse = HttpResponse(status=304)
    else:
        response = JsonResponse({"quoted": request.headers.get("If-Match", ""), "text": TEXT})
    response.headers["ETag"] = '"r1"'
    return response


urlpatterns = [path(f"{view.__name__}/", view) for view in (page, short, schema, secret, image, stream, tagged)]


@pytest.mark.urls(__name__)
class TestCompression:
    def test_of_a_private_page_is_gzip_of_a_length_that_varies(self, client: Client) -> None:
        answers = [client.get("/page/", headers=ZIP) for _ in range(20)]

        assert {answer.headers["Content-Encoding"] for answer in answers} == {"gzip"}
        assert {gzip.decompress(answer.content).decode() for answer in answers} == {TEXT}
        assert all(answer.headers["Content-Length"] == str(len(answer.content)) for answer in answers)
        assert len({len(answer.content) for answer in answers}) > 3
        assert max(len(answer.content) for answer in answers) < len(TEXT) / 5

    def test_of_a_public_document_is_brotli_of_one_length(self, client: Client) -> None:
        answers = [client.get("/schema/", headers=ZIP) for _ in range(3)]

        assert answers[0].headers["Content-Encoding"] == "br"
        assert brotli.decompress(answers[0].content).decode() == TEXT
        assert len({answer.content for answer in answers}) == 1

    @pytest.mark.parametrize("address", ["/page/", "/schema/", "/tagged/"])
    def test_depends_on_the_request_and_says_so(self, client: Client, address: str) -> None:
        plain, coded_response = client.get(address), client.get(address, headers=ZIP)

        assert "Content-Encoding" not in plain.headers and TEXT in plain.content.decode()
        assert "Accept-Encoding" in plain.headers["Vary"] and "Accept-Encoding" in coded_response.headers["Vary"]

    @pytest.mark.parametrize("address", ["/short/", "/secret/", "/image/", "/stream/"])
    def test_leaves_others_as_they_are(self, client: Client, address: str) -> None:
        assert "Content-Encoding" not in client.get(address, headers=ZIP).headers

    def test_gives_each_coding_a_strong_etag_of_its_own(self, client: Client) -> None:
        tags = [client.get("/tagged/", headers=headers).headers["ETag"] for headers in ({}, ZIP)]

        assert tags == ['"r1"', '"r1;gzip"']

    @pytest.mark.parametrize("tag", ['"r1"', '"r1;gzip"', '"r1;br"'])
    def test_understands_each_of_them_in_a_condition(self, client: Client, tag: str) -> None:
        saved_response = client.get("/tagged/", headers={"If-Match": tag})
        response = client.get("/tagged/", headers={"If-None-Match": tag, **ZIP})

        assert saved_response.json()["quoted"] == '"r1"'
        assert (response.status_code, response.headers["ETag"]) == (304, tag)

    @pytest.mark.parametrize(
        ("accepted", "coding"),
        [
            ("", None),
            ("gzip", "gzip"),
            ("br;q=0.1, gzip", "br"),
            ("br;q=0, gzip;q=0.5", "gzip"),
            ("gzip;q=0", None),
            ("*", "br"),
            ("*;q=0", None),
            ("identity", None),
            ("GZIP", "gzip"),
            ("gzipped, x-br", None),
            (",;=,,gzip;q=x", None),
        ],
    )
    def test_reads_what_is_accepted(self, accepted: str, coding: str | None) -> None:
        assert coding_of(accepted, is_public=True) == coding

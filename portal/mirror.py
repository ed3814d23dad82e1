"""The public releases as files, with the paths and the bytes of the API: what a web server or a bucket serves without the portal.

Every file is an answer of the portal to a request without a sign-in, so the mirror cannot say other than the API does. Lists are the one
exception: a file has no query, so all pages of a list are one file, whose `next` is null.
"""

from __future__ import annotations

import json
import os
import shutil
import time
from collections.abc import Callable, Iterator, Mapping
from io import BytesIO
from pathlib import Path
from types import MappingProxyType
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.handlers.wsgi import WSGIHandler

from cards.models import Pack, Release
from cards.models.fields import LANGUAGES
from cards.models.pack import Visibility
from cards.queries.releases import LATEST, MANIFEST, NEXT, release_files
from cards.values import frozen_dataclass

ROOT = "/api/v1"
INDEX = "index.json"
"""The file of an address that ends in a slash."""
CHANNELS = {LATEST: ("", "files/", "cards/", "pack.zip", "pack.zip.sha256", f"{MANIFEST}.minisig"), NEXT: ("",)}
"""What a channel has as files, beside its manifest: copies of the concrete release."""
OK, MISSING, TOO_MANY = 200, 404, 429
MAX_TRIES = 10  # of one address: waits that the portal asks for, and redirects


class MirrorError(RuntimeError):
    """The portal did not answer as it should."""


@frozen_dataclass
class Mirrored:
    """What a run wrote and removed, as addresses."""

    additions: tuple[str, ...]
    removals: tuple[str, ...]


def mirror(folder: Path) -> Mirrored:
    """Bring a folder to what the portal publishes: first what never changes, then lists, then the channels, their manifests last.

    A run that was interrupted goes on where it stopped: files are replaced whole, and the manifest of a release is its last file.
    """
    run = _Run(folder)
    packs = [
        pack for pack in Pack.objects.filter(visibility=Visibility.PUBLIC).order_by("slug") if pack.releases.exists()
    ]
    run.remove_packs({pack.slug for pack in packs})
    for pack in packs:
        for release in Release.objects.filter(pack=pack).order_by("order_key"):
            run.release(release)
    run.write(f"{ROOT}/signing-keys/")
    for pack in packs:
        base = f"{ROOT}/packs/{pack.slug}/releases"
        for version in Release.objects.filter(pack=pack).values_list("version", flat=True):
            run.write(f"{base}/{version}/")
        run.write(f"{base}/")
        run.write(f"{ROOT}/packs/{pack.slug}/")
    run.write(f"{ROOT}/packs/")
    for pack in packs:
        for channel, parts in CHANNELS.items():
            run.channel(f"{ROOT}/packs/{pack.slug}/releases", channel, parts)
    return Mirrored(tuple(run.additions), tuple(run.removals))


class _Run:
    """One run over a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.additions, self.removals = folder, list[str](), list[str]()
        self._portal = WSGIHandler()

    def release(self, release: Release) -> None:
        """Write what never changes of a release; one whose manifest is there is complete."""
        base = f"{ROOT}/packs/{release.pack.slug}/releases/{release.version}/"
        if self.path_of(f"{base}{MANIFEST}").exists():
            return
        bulk = [f"bulk/cards.{language}.json" for language in LANGUAGES]
        names = ["pack.zip", "pack.zip.sha256", "art.zip", "bulk/cards.json", *bulk, "files/", "cards/"]
        names += [f"files/{file.path}" for file in release_files(release=release)]
        names += [f"{MANIFEST}.minisig"] if release.signature else []
        for name in (*names, MANIFEST):
            address = f"{base}{name}"
            if name.endswith("/") or not self.path_of(address).exists():
                self.write(address)

    def channel(self, base: str, channel: str, parts: tuple[str, ...]) -> None:
        """Write what a channel stands for now, its manifest last; a channel that stands for no release has no files."""
        place = self.path_of(f"{base}/{channel}/{INDEX}").parent
        detail = self.answer(f"{base}/{channel}/", missing=True)
        if detail is None:
            if place.exists():
                (place / MANIFEST).unlink(missing_ok=True)
                shutil.rmtree(place)
                self.removals.append(f"{base}/{channel}/")
            return
        concrete = f"{base}/{json.loads(detail)['version']}/"
        for part in (*parts, MANIFEST):
            source = self.path_of(f"{concrete}{part}")
            if source.exists():
                self.put(f"{base}/{channel}/{part}", source.read_bytes())

    def write(self, address: str) -> None:
        """Write what the portal answers at an address."""
        self.put(address, self.listed(address) if address.endswith("/") else self.answered(address))

    def put(self, address: str, data: bytes) -> None:
        """Write a file whole, or leave the same bytes alone."""
        path = self.path_of(address)
        if path.exists() and path.read_bytes() == data:
            return
        path.parent.mkdir(parents=True, exist_ok=True)
        draft = path.with_name(f".{path.name}.part")
        draft.write_bytes(data)
        os.replace(draft, path)
        self.additions.append(address)

    def remove_packs(self, public: set[str]) -> None:
        """Remove the packs that are not public any more, their channels first."""
        for place in sorted((self.folder / ROOT[1:] / "packs").glob("*")):
            if place.is_dir() and place.name not in public:
                for channel in CHANNELS:
                    shutil.rmtree(place / "releases" / channel, ignore_errors=True)
                shutil.rmtree(place)
                self.removals.append(f"{ROOT}/packs/{place.name}/")

    def path_of(self, address: str) -> Path:
        """Return the file of an address."""
        return self.folder / f"{address[1:]}{INDEX if address.endswith('/') else ''}"

    def listed(self, address: str) -> bytes:
        """Return an answer of JSON; all pages of a list as one."""
        pages = list(self.pages(address))
        if len(pages) == 1:
            return pages[0]
        results = [entry for page in pages for entry in json.loads(page)["results"]]
        return json.dumps({"results": results, "next": None}, ensure_ascii=False, separators=(",", ":")).encode()

    def pages(self, address: str) -> Iterator[bytes]:
        """Yield an answer, and the pages that follow it."""
        url: str | None = address
        while url:
            data = self.answered(url)
            yield data
            following = json.loads(data).get("next")
            parts = urlsplit(following or "")
            url = f"{parts.path}?{parts.query}" if following else None

    def answered(self, url: str) -> bytes:
        """Return what the portal answers; MirrorError for anything but 200."""
        data = self.answer(url)
        if data is None:
            raise MirrorError(f"{url} is not there")
        return data

    def answer(self, url: str, *, missing: bool = False, tries: int = MAX_TRIES) -> bytes | None:
        """Return what the portal answers without a sign-in; redirects are followed, and None is for what may be missing.

        A portal that asks to wait, or leads on, each time is an error in the end.
        """
        answer, data = self._ask(url)
        if tries and answer.status == TOO_MANY:
            time.sleep(int(answer.headers["Retry-After"]))
            return self.answer(url, missing=missing, tries=tries - 1)
        if tries and answer.location:
            return self.answer(answer.location, missing=missing, tries=tries - 1)
        if missing and answer.status == MISSING:
            return None
        if answer.status != OK:
            raise MirrorError(f"{url} was answered with {answer.status}")
        return data

    def _ask(self, url: str) -> tuple[_Answer, bytes]:
        site, parts = urlsplit(settings.SITE_URL), urlsplit(url)
        environ = {
            "REQUEST_METHOD": "GET",
            "PATH_INFO": parts.path,
            "QUERY_STRING": parts.query,
            "SERVER_NAME": site.hostname or "localhost",
            "SERVER_PORT": str(site.port or (443 if site.scheme == "https" else 80)),
            "SERVER_PROTOCOL": "HTTP/1.1",
            "HTTP_HOST": site.netloc,
            "HTTP_ACCEPT_LANGUAGE": "en",
            "REMOTE_ADDR": "127.0.0.1",
            "wsgi.url_scheme": site.scheme,
            "wsgi.input": BytesIO(),
        }
        answer = _Answer()
        body = self._portal(environ, answer.start)
        try:
            data = b"".join(body)
        finally:
            getattr(body, "close", lambda: None)()
        return answer, data


class _Answer:
    """Status and headers of an answer."""

    status = 0
    headers: Mapping[str, str] = MappingProxyType({})

    def start(self, status: str, headers: list[tuple[str, str]], error: Any = None, /) -> Callable[[bytes], object]:
        """Read the head of an answer, as WSGI hands it over."""
        self.status, self.headers = int(status[:3]), dict(headers)
        return bytes

    @property
    def location(self) -> str:
        """Return the path to which a redirect leads."""
        parts = urlsplit(self.headers.get("Location", ""))
        return f"{parts.path}{parts.query and '?'}{parts.query}"


def nginx(folder: Path) -> str:
    """Return the configuration by which nginx serves the folder: what is immutable for a year, all else for a minute."""
    return f"""# Written by `manage.py export_site`: include it in the `server` of the mirror.
root "{folder}";
index {INDEX};
etag on;
default_type application/octet-stream;
types {{
  application/json json;
  application/zip zip;
  "text/plain; charset=utf-8" minisig sha256 ts py;
}}
add_header Access-Control-Allow-Origin "*" always;
add_header X-Content-Type-Options nosniff always;
add_header Cache-Control $cardloom_lifetime;
location {ROOT}/ {{ try_files $uri $uri/{INDEX} =404; }}
location ~ /\\. {{ return 404; }}
set $cardloom_lifetime "public, max-age=60";
if ($request_uri ~ "^{ROOT}/packs/[^/]+/releases/[0-9][^/?]*/[^?]+") {{
  set $cardloom_lifetime "public, max-age=31536000, immutable";
}}
"""

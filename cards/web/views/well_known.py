"""Files that programs look for at addresses of their own: rules for crawlers, the contact for security, a feed of releases.

Source: RFC 9309 (robots.txt), RFC 9116 (security.txt), RFC 4287 (Atom).
"""

from datetime import UTC, datetime, time, timedelta

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.feedgenerator import Atom1Feed
from django.views.decorators.http import require_GET

from cards.errors import NotFound
from cards.localization import HTML_LANGUAGES, data_language, localize, pick
from cards.models import Pack, Release
from cards.permissions import Act, is_open
from cards.queries.releases import release_list, yanks_of
from cards.web.page import open_file, open_pack_page, open_page

ENTRIES = 50
"""Releases that a feed names, the last published first."""
VALID = timedelta(days=180)
NO_PAGES = (
    "/account/",
    "/address/",
    "/api/v1/",
    "/go-to/",
    "/invitations/",
    "/notifications/",
    "/operator/",
    "/preferences/",
    "/reset/",
    "/reviews/",
    "/sign-in/",
    "/sign-out/",
)
"""What a crawler has no use for; packs that are not public refuse it anyway."""
_CONTROL = {point: None for point in range(32) if chr(point) not in "\t\n"}


@require_GET
@open_page
def robots_file(request: HttpRequest) -> HttpResponse:
    """Serve the rules for crawlers: which addresses are no pages for them."""
    lines = ["User-agent: *", *(f"Disallow: {path}" for path in NO_PAGES)]
    return _plain(request, lines, "public, max-age=86400")


@require_GET
@open_page
def security_file(request: HttpRequest) -> HttpResponse:
    """Serve the contact for reports of security holes, where the operator named one (`SECURITY_CONTACT`)."""
    if not settings.SECURITY_CONTACT:
        raise NotFound
    contact = settings.SECURITY_CONTACT
    expires = datetime.combine(timezone.now().date() + VALID, time.min, UTC)
    lines = [
        f"Contact: {contact if ':' in contact else f'mailto:{contact}'}",
        f"Expires: {expires:%Y-%m-%dT%H:%M:%SZ}",
        "Preferred-Languages: en, zh",
        f"Canonical: {settings.SITE_URL}{request.path}",
    ]
    return _plain(request, lines, "public, max-age=3600")


def _plain(request: HttpRequest, lines: list[str], lifetime: str) -> HttpResponse:
    text = "".join(f"{line}\n" for line in lines)
    response = HttpResponse(text, content_type="text/plain; charset=utf-8", headers={"Cache-Control": lifetime})
    return open_file(request, response)


class _ReleaseFeed(Atom1Feed):
    """A feed that is as old as its last entry, and without entries as old as its pack."""

    def latest_post_date(self) -> datetime:
        """Return when the feed last changed."""
        since: datetime = self.feed["since"]
        return max((item["updateddate"] for item in self.items), default=since)


@open_pack_page(Act.RELEASE_READ)
def release_feed(request: HttpRequest, pack: Pack) -> HttpResponse:
    """Show the last releases of a pack as an Atom feed, in the language of the request."""
    language, url = data_language(), f"{settings.SITE_URL}{reverse('cards:release-list', args=[pack])}"
    name = pick(pack.name, language)[0] or pack.slug
    feed = _ReleaseFeed(
        title=localize("{name}: releases", "{name}：发布", name=name),
        link=url,
        description=pick(pack.description, language)[0].translate(_CONTROL),
        language=HTML_LANGUAGES.get(language, language),
        feed_url=f"{settings.SITE_URL}{request.path}",
        feed_guid=url,
        since=pack.created_at,
    )
    yanks = yanks_of(pack=pack)
    for release in release_list(account=request.user, pack=pack).order_by("-released_at", "-pk")[:ENTRIES]:
        yank = yanks.get(release.pk)
        _add(
            feed,
            release,
            language,
            pick(yank.reason, language)[0] if yank else None,
            yank.at if yank else release.released_at,
        )
    response = HttpResponse(feed.writeString("utf-8"), content_type="application/atom+xml; charset=utf-8")
    if not is_open(pack):
        response.headers["Cache-Control"] = "private, no-cache"
        return response
    response.headers["Cache-Control"] = "public, max-age=300"
    return open_file(request, response)


def _add(feed: Atom1Feed, release: Release, language: str, reason: str | None, updated: datetime) -> None:
    """Add the entry of a release; one that is yanked says so, with the reason."""
    url = f"{settings.SITE_URL}{reverse('cards:release-detail', args=[release.pack, release.version])}"
    version = release.version
    text = pick(release.changelog, language)[0] if reason is None else reason
    feed.add_item(
        title=version if reason is None else localize("{version} (yanked)", "{version}（已下架）", version=version),
        link=url,
        unique_id=url,
        description=text.translate(_CONTROL),
        author_name=release.pack.slug,
        pubdate=release.released_at,
        updateddate=updated,
    )

"""The routes below /api/v1/. Collections and resources end in a slash, files do not."""

from django.urls import path, register_converter

from cards.api.base import Endpoint
from cards.api.views import meta, packs, releases
from cards.errors import NotFound


class PackSlug:
    """A pack's slug."""

    regex = "[a-z0-9][a-z0-9-]{1,62}"

    def to_python(self, value: str) -> str:
        """Return the slug unchanged."""
        return value

    def to_url(self, value: str) -> str:
        """Return the slug unchanged."""
        return value


class CardId(PackSlug):
    """A card's id as written in its document."""

    regex = "[A-Za-z0-9][A-Za-z0-9._-]{0,127}"


class Version(PackSlug):
    """The number of a release, or a channel."""

    regex = "latest|next|[0-9][0-9A-Za-z.-]{4,63}"


class Nowhere(Endpoint):
    """Any other address: refused as everything here is."""

    schema = None
    http_method_names = ["get", "head", "post", "put", "patch", "delete"]

    def get(self, request: object, rest: str) -> None:
        """Refuse."""
        raise NotFound()

    post = put = patch = delete = get


register_converter(PackSlug, "api_pack")
register_converter(CardId, "api_card")
register_converter(Version, "api_version")

app_name = "api"

_PACK = "packs/<api_pack:pack>/"
_CARD = f"{_PACK}cards/<api_card:card>/"
_RELEASE = f"{_PACK}releases/<api_version:version>/"

urlpatterns = [
    path("me/", packs.Me.as_view(), name="me"),
    path("packs/", packs.Packs.as_view(), name="packs"),
    path(_PACK, packs.PackDetail.as_view(), name="pack"),
    path(f"{_PACK}cards/", packs.Cards.as_view(), name="cards"),
    path(_CARD, packs.CardDetail.as_view(), name="card"),
    path(f"{_CARD}draft/", packs.DraftDetail.as_view(), name="draft"),
    path(f"{_CARD}versions/", packs.Versions.as_view(), name="versions"),
    path(f"{_CARD}versions/<int:number>/", packs.VersionDetail.as_view(), name="version"),
    path(f"{_PACK}validate/", packs.Validate.as_view(), name="validate"),
    path(f"{_PACK}releases/", releases.Releases.as_view(), name="releases"),
    path(_RELEASE, releases.ReleaseDetail.as_view(), name="release"),
    path(f"{_RELEASE}manifest.json", releases.Manifest.as_view(), name="manifest"),
    path(f"{_RELEASE}pack.zip", releases.Zip.as_view(), name="pack-zip"),
    path(f"{_RELEASE}pack.zip.sha256", releases.ZipDigest.as_view(), name="pack-zip-sha256"),
    path(f"{_RELEASE}files/", releases.Files.as_view(), name="release-files"),
    path(f"{_RELEASE}files/<path:path>", releases.File.as_view(), name="release-file"),
    path(f"{_RELEASE}cards/", releases.ReleaseCards.as_view(), name="release-cards"),
    path(f"{_RELEASE}cards/<api_card:card>/", releases.ReleaseCardDetail.as_view(), name="release-card"),
    path(f"{_RELEASE}bulk/cards.json", releases.Bulk.as_view(), name="bulk-cards"),
    path(f"{_RELEASE}bulk/cards.<str:language>.json", releases.BulkIn.as_view(), name="bulk-cards-in"),
    path("files/lookup/", meta.Lookup.as_view(), name="files-lookup"),
    path("files/sha256/<str:digest>", meta.ByDigest.as_view(), name="file-by-sha256"),
    path("schemas/", meta.Schemas.as_view(), name="schemas"),
    path("openapi.json", meta.OpenAPI.as_view(), name="openapi"),
    path("<path:rest>", Nowhere.as_view(), name="nowhere"),
]

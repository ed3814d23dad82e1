"""The routes below /api/v1/. Collections and resources end in a slash, files do not."""

from django.http import HttpResponse
from django.urls import path, register_converter, resolve
from django.utils.encoding import escape_uri_path
from rest_framework.request import Request

from cards.api.base import Endpoint
from cards.api.parameters import CHANNEL_OR_RELEASE
from cards.api.views import (
    art,
    cards,
    decks,
    experiments,
    glossary,
    history,
    imports,
    jobs,
    matches,
    meta,
    packs,
    people,
    pictures,
    previews,
    programs,
    release_plan,
    releases,
    reviews,
    scenarios,
    webhooks,
)
from cards.converters import CardId, PackSlug
from cards.errors import NotFound

PERMANENT = 308


class Version(PackSlug):
    """The number of a release, or a channel."""

    regex = CHANNEL_OR_RELEASE


class Number(PackSlug):
    """A number that a column holds."""

    regex = "[0-9]{1,9}"

    def to_python(self, value: str) -> int:  # type: ignore[override]  # a converter's own type
        """Return the number."""
        return int(value)

    def to_url(self, value: int) -> str:
        """Return the digits."""
        return str(value)


class Nowhere(Endpoint):
    """Any other address: refused as everything here is."""

    http_method_names = ["get", "head", "post", "put", "patch", "delete"]

    def get(self, request: Request, rest: str) -> HttpResponse:
        """Refuse, or lead to the same address with the slash that is missing, whatever the method is (308)."""
        if rest.endswith("/") or resolve(f"{request.path}/").url_name == "nowhere":
            raise NotFound()
        query = request.META.get("QUERY_STRING", "")
        location = f"{escape_uri_path(request.path)}/{query and f'?{query}'}"
        return HttpResponse(status=PERMANENT, headers={"Location": location})

    post = put = patch = delete = get


register_converter(PackSlug, "api_pack")
register_converter(CardId, "api_card")
register_converter(Number, "api_number")
register_converter(Version, "api_version")

app_name = "api"

_PACK = "packs/<api_pack:pack>/"
_CARD = f"{_PACK}cards/<api_card:card>/"
_RELEASE = f"{_PACK}releases/<api_version:version>/"
_PROGRAM = f"{_PACK}programs/<api_number:number>/"
_WEBHOOK = f"{_PACK}webhooks/<api_number:number>/"
_REVIEW = f"{_PACK}reviews/<api_number:number>/"

urlpatterns = [
    path("me/", packs.Me.as_view(), name="me"),
    path("packs/", packs.Packs.as_view(), name="packs"),
    path(_PACK, packs.PackDetail.as_view(), name="pack"),
    path(f"{_PACK}cards/", cards.Cards.as_view(), name="cards"),
    path(_CARD, cards.CardDetail.as_view(), name="card"),
    path(f"{_CARD}rename/", cards.Rename.as_view(), name="card-rename"),
    path(f"{_CARD}retire/", cards.Retire.as_view(), name="card-retire"),
    path(f"{_CARD}strength/", scenarios.Strength.as_view(), name="card-strength"),
    path(f"{_CARD}restore/", cards.Restore.as_view(), name="card-restore"),
    path(f"{_CARD}deprecate/", cards.Deprecate.as_view(), name="card-deprecate"),
    path(f"{_CARD}art/", art.Art.as_view(), name="art"),
    path(f"{_CARD}face.svg", pictures.DraftSvg.as_view(), name="face-svg"),
    path(f"{_CARD}face.png", pictures.DraftPng.as_view(), name="face-png"),
    path(f"{_CARD}draft/", cards.DraftDetail.as_view(), name="draft"),
    path(f"{_CARD}revisions/<api_number:number>/", cards.RevisionDetail.as_view(), name="revision"),
    path(f"{_CARD}versions/", cards.Versions.as_view(), name="versions"),
    path(f"{_CARD}versions/<api_number:number>/", cards.VersionDetail.as_view(), name="version"),
    path(f"{_CARD}versions/<api_number:number>/diff/", cards.VersionDiff.as_view(), name="version-diff"),
    path(f"{_PACK}validate/", packs.Validate.as_view(), name="validate"),
    path(f"{_PACK}scenarios/", scenarios.Scenarios.as_view(), name="scenarios"),
    path(f"{_PACK}scenarios/run/", scenarios.Run.as_view(), name="scenarios-run"),
    path(f"{_PACK}scenarios/<api_number:number>/", scenarios.ScenarioDetail.as_view(), name="scenario"),
    path(f"{_PACK}decks/", decks.Decks.as_view(), name="decks"),
    path(f"{_PACK}decks/<api_number:number>/", decks.DeckDetail.as_view(), name="deck"),
    path(f"{_PACK}scenarios/<api_number:number>/restore/", scenarios.Restore.as_view(), name="scenario-restore"),
    path(f"{_PACK}decks/<api_number:number>/restore/", decks.DeckRestore.as_view(), name="deck-restore"),
    path(f"{_PACK}decks/<api_number:number>/validate/", decks.DeckValidate.as_view(), name="deck-validate"),
    path(f"{_PACK}glossary/", glossary.Glossary.as_view(), name="glossary"),
    path(f"{_PACK}glossary/<api_number:number>/", glossary.Term.as_view(), name="term"),
    path(f"{_PACK}imports/", imports.Imports.as_view(), name="imports"),
    path(f"{_PACK}import-mappings/", imports.Mappings.as_view(), name="import-mappings"),
    path(f"{_PACK}import-mappings/<api_number:number>/", imports.MappingDetail.as_view(), name="import-mapping"),
    path(f"{_PACK}jobs/", jobs.Jobs.as_view(), name="jobs"),
    path(f"{_PACK}jobs/<api_number:number>/", jobs.JobDetail.as_view(), name="job"),
    path(f"{_PACK}jobs/<api_number:number>/cancel/", jobs.JobCancel.as_view(), name="job-cancel"),
    path(f"{_PACK}jobs/<api_number:number>/file", jobs.JobFile.as_view(), name="job-file"),
    path(f"{_PACK}sheets/", jobs.SheetJobs.as_view(), name="sheets"),
    path(f"{_PACK}check/", jobs.PackCheck.as_view(), name="pack-check"),
    path(f"{_PACK}export.zip", packs.Export.as_view(), name="pack-export"),
    path(f"{_PACK}members/", people.Members.as_view(), name="members"),
    path(f"{_PACK}members/<api_number:number>/", people.MemberDetail.as_view(), name="member"),
    path(f"{_PACK}audit/", people.Audit.as_view(), name="audit"),
    path(f"{_PACK}programs/", programs.Programs.as_view(), name="programs"),
    path(_PROGRAM, programs.ProgramDetail.as_view(), name="program"),
    path(f"{_PROGRAM}token/", programs.ProgramToken.as_view(), name="program-token"),
    path(f"{_PACK}webhooks/", webhooks.Webhooks.as_view(), name="webhooks"),
    path(_WEBHOOK, webhooks.WebhookDetail.as_view(), name="webhook"),
    path(f"{_WEBHOOK}secret/", webhooks.Secret.as_view(), name="webhook-secret"),
    path(f"{_WEBHOOK}deliveries/", webhooks.Deliveries.as_view(), name="deliveries"),
    path(f"{_WEBHOOK}deliveries/<api_number:delivery>/redeliver/", webhooks.Redeliver.as_view(), name="redeliver"),
    path(f"{_PACK}matches/", matches.Matches.as_view(), name="matches"),
    path(f"{_PACK}matches/<api_number:number>/", matches.MatchDetail.as_view(), name="match"),
    path(f"{_PACK}previews/", previews.Previews.as_view(), name="previews"),
    path(f"{_PACK}previews/<api_number:number>/", previews.PreviewDetail.as_view(), name="preview"),
    path(f"{_PACK}previews/<api_number:number>/cancel/", previews.Cancel.as_view(), name="preview-cancel"),
    path(f"{_PACK}previews/<api_number:number>/traces/", previews.Traces.as_view(), name="preview-traces"),
    path(f"{_PACK}experiments/", experiments.Experiments.as_view(), name="experiments"),
    path(f"{_PACK}experiments/price/", experiments.Price.as_view(), name="experiment-price"),
    path(f"{_PACK}experiments/<api_number:number>/", experiments.ExperimentDetail.as_view(), name="experiment"),
    path(f"{_PACK}experiments/<api_number:number>/cancel/", experiments.Cancel.as_view(), name="experiment-cancel"),
    path(f"{_PACK}experiments/<api_number:number>/take/", experiments.Take.as_view(), name="experiment-take"),
    path(f"{_PACK}reviews/", reviews.Reviews.as_view(), name="reviews"),
    path(_REVIEW, reviews.ReviewDetail.as_view(), name="review"),
    path(f"{_REVIEW}decisions/", reviews.Decisions.as_view(), name="review-decide"),
    path(f"{_REVIEW}withdraw/", reviews.Withdraw.as_view(), name="review-withdraw"),
    path(f"{_REVIEW}threads/", reviews.Threads.as_view(), name="thread-open"),
    path(f"{_REVIEW}threads/<api_number:thread>/comments/", reviews.Comments.as_view(), name="comment-add"),
    path(f"{_REVIEW}threads/<api_number:thread>/resolve/", reviews.Resolve.as_view(), name="thread-resolve"),
    path(f"{_PACK}changes/", history.Changes.as_view(), name="changes"),
    path(f"{_PACK}migrations/", history.Migrations.as_view(), name="migrations"),
    path(f"{_RELEASE}diff/<api_version:other>/", history.Difference.as_view(), name="release-diff"),
    path(f"{_PACK}releases/", release_plan.Publishing.as_view(), name="releases"),
    path(f"{_PACK}release-plan/", release_plan.ReleasePlan.as_view(), name="release-plan"),
    path(_RELEASE, releases.ReleaseDetail.as_view(), name="release"),
    path(f"{_RELEASE}manifest.json", releases.Manifest.as_view(), name="manifest"),
    path(f"{_RELEASE}manifest.json.minisig", releases.Signature.as_view(), name="manifest-signature"),
    path(f"{_RELEASE}yank/", releases.Yank.as_view(), name="release-yank"),
    path(f"{_RELEASE}unyank/", releases.Unyank.as_view(), name="release-unyank"),
    path("signing-keys/", releases.SigningKeys.as_view(), name="signing-keys"),
    path(f"{_RELEASE}pack.zip", releases.Zip.as_view(), name="pack-zip"),
    path(f"{_RELEASE}art.zip", releases.ArtZip.as_view(), name="art-zip"),
    path(f"{_RELEASE}pack.zip.sha256", releases.ZipDigest.as_view(), name="pack-zip-sha256"),
    path(f"{_RELEASE}files/", releases.Files.as_view(), name="release-files"),
    path(f"{_RELEASE}files/<path:path>", releases.File.as_view(), name="release-file"),
    path(f"{_RELEASE}cards/", releases.ReleaseCards.as_view(), name="release-cards"),
    path(f"{_RELEASE}cards/<api_card:card>/", releases.ReleaseCardDetail.as_view(), name="release-card"),
    path(f"{_RELEASE}cards/<api_card:card>/face.svg", pictures.ReleaseSvg.as_view(), name="release-face-svg"),
    path(f"{_RELEASE}cards/<api_card:card>/face.png", pictures.ReleasePng.as_view(), name="release-face-png"),
    path(f"{_RELEASE}bulk/cards.json", releases.Bulk.as_view(), name="bulk-cards"),
    path(f"{_RELEASE}bulk/cards.<str:language>.json", releases.BulkIn.as_view(), name="bulk-cards-in"),
    path("files/lookup/", meta.Lookup.as_view(), name="files-lookup"),
    path("files/sha256/<str:digest>", meta.ByDigest.as_view(), name="file-by-sha256"),
    path("publishing-tokens/", programs.PublishingTokens.as_view(), name="publishing-tokens"),
    path("tokens/", people.Tokens.as_view(), name="tokens"),
    path("tokens/<slug:token>/", people.TokenDetail.as_view(), name="token"),
    path("audit/", people.AuditEverywhere.as_view(), name="audit-everywhere"),
    path("schemas/", meta.Schemas.as_view(), name="schemas"),
    path("openapi.json", meta.OpenAPI.as_view(), name="openapi"),
    path("<path:rest>", Nowhere.as_view(), name="nowhere"),
]

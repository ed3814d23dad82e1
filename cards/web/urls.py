"""Every page of the portal, and the few addresses that the pages themselves call."""

from django.urls import path, register_converter

from cards.web.converters import CardId, PackSlug, Release
from cards.web.views import account, cards, drafts, history, packs, previews, releases, site

register_converter(PackSlug, "pack")
register_converter(CardId, "card")
register_converter(Release, "release")

app_name = "cards"

_PACK = "packs/<pack:pack>/"
_CARD = f"{_PACK}cards/<card:card>/"

urlpatterns = [
    path("", packs.home, name="home"),
    path("sign-in/", account.sign_in, name="sign-in"),
    path("sign-out/", account.sign_out, name="sign-out"),
    path("reset/", account.reset_request, name="reset-request"),
    path("reset/<slug:token>/", account.reset, name="reset"),
    path("invitations/<slug:token>/", account.invitation, name="invitation"),
    path("account/", account.account, name="account"),
    path("games.css", site.game_styles, name="game-styles"),
    path("preferences/", site.preferences, name="preferences"),
    path("new-pack/", packs.pack_new, name="pack-new"),
    path(_PACK, packs.pack_detail, name="pack-detail"),
    path(f"{_PACK}new-card/", cards.card_new, name="card-new"),
    path(_CARD, cards.card_detail, name="card-detail"),
    path(f"{_CARD}texts/", cards.card_texts, name="card-texts"),
    path(f"{_CARD}new-version/", cards.version_new, name="card-version-new"),
    path(f"{_CARD}history/", history.card_history, name="card-history"),
    path(f"{_CARD}compare/", history.card_compare, name="card-compare"),
    path(f"{_CARD}draft/", drafts.draft, name="card-draft"),
    path(f"{_CARD}validate/", drafts.validate, name="card-validate"),
    path(f"{_CARD}versions/", drafts.versions, name="card-versions"),
    path(f"{_PACK}previews/", previews.preview_index, name="preview-list"),
    path(f"{_PACK}previews/<int:number>/", previews.preview_detail, name="preview-detail"),
    path(f"{_PACK}previews/<int:number>/progress/", previews.preview_progress, name="preview-progress"),
    path(f"{_PACK}previews/<int:number>/cancel/", previews.preview_stop, name="preview-cancel"),
    path(f"{_PACK}releases/", releases.release_index, name="release-list"),
    path(f"{_PACK}releases/new/", releases.release_new, name="release-new"),
    path(f"{_PACK}releases/<release:version>/", releases.release_detail, name="release-detail"),
    path(f"{_PACK}people/", packs.members, name="member-list"),
    path(f"{_PACK}settings/", packs.pack_settings, name="pack-settings"),
    path("schemas/<slug:ruleset>/<slug:kind>/<str:version>.json", site.schema, name="schema"),
    path("problems/", site.problem_list, name="problem-list"),
    path("problems/<slug:slug>/", site.problem_detail, name="problem-detail"),
]

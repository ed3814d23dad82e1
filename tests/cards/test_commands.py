"""The commands of the portal's rows."""

from __future__ import annotations

import io

import psycopg
import pytest
from django.core.management import CommandError, call_command

from cards.models import Account, Invitation, Pack, Release
from cards.queries.history import draft_get
from cards.services.link import account_reset_check, invitation_check
from cards.services.release import ReleaseOrder, release_publish
from cards.services.version import version_create
from tests.cards.conftest import ANYWAY, MakeCard


def output(*words: str, **options: object) -> str:
    """Return what a command prints."""
    out = io.StringIO()
    call_command(*words, stdout=out, stderr=io.StringIO(), **options)
    return out.getvalue()


class TestPackFiles:
    @pytest.mark.parametrize("words", [("import_pack", "/nowhere.zip"), ("export_pack", "none", "1.0.0")])
    def test_that_are_not_there_are_named(self, db: None, words: tuple[str, ...]) -> None:
        with pytest.raises(CommandError, match="There is no"):
            output(*words)


@pytest.fixture
def published(make_card: MakeCard, pack: Pack, admin: Account) -> Release:
    """A release of one card with a Chinese name."""
    card = make_card("base.stone", {"zh": {"name": "小石子"}})
    version_create(actor=admin, card=card, based_on=draft_get(card=card).etag)
    return release_publish(actor=admin, pack=pack, order=ReleaseOrder("1.0.0", override=ANYWAY))


class TestVerifyReleases:
    def test_is_content_with_what_was_published(self, published: Release) -> None:
        assert output("verify_releases", all=True).startswith("1 releases")

    @pytest.mark.django_db(transaction=True)
    @pytest.mark.parametrize(
        ("tampering", "names"),
        [
            ("UPDATE cards_releasefile SET size = size + 1 WHERE path = 'schema/card.json'", "schema/card.json"),
            ("DELETE FROM cards_releasefile WHERE path = 'text/zh.json'", "text/zh.json"),
            ("UPDATE cards_release SET zip_sha256 = repeat('0', 64)", "pack.zip"),
            ("UPDATE cards_releasecard SET written_id = 'other'", "base.stone"),
            ("UPDATE cards_releasecard SET deprecated = '{}'", "base.stone"),
            ("UPDATE cards_release SET signature = replace(signature, 'core', 'tore')", "pack.zip"),
            ("UPDATE cards_releasetombstone SET zip_sha256 = repeat('0', 64)", "its name and version"),
            ("DELETE FROM cards_signingkey", "manifest.json.minisig: unknown"),
            (
                "UPDATE cards_release SET manifest_sha256 = (SELECT min(sha256) FROM cards_releasefile WHERE path LIKE 'cards/%')",
                "cards/",
            ),
        ],
    )
    def test_names_the_first_difference(self, published: Release, owner_url: str, tampering: str, names: str) -> None:
        with psycopg.connect(owner_url) as owner:
            owner.execute("SET session_replication_role = replica")
            owner.execute(tampering)
        with pytest.raises(CommandError, match=f"core 1.0.0: {names}"):
            output("verify_releases")


class TestLinks:
    def test_let_an_operator_in(self, db: None) -> None:
        link = output("invite", "new@example.org", operator=True).strip()

        assert invitation_check(token=link.split("/")[-2]).is_operator

    def test_let_a_member_in(self, pack: Pack) -> None:
        output("invite", "new@example.org", pack="core", role="designer")

        assert (Invitation.objects.get().pack, Invitation.objects.get().role) == (pack, "designer")

    @pytest.mark.parametrize("options", [{"pack": "none", "role": "viewer"}, {"role": "viewer"}, {"pack": "core"}])
    def test_are_not_made_for_what_is_not_there(self, pack: Pack, options: dict[str, str]) -> None:
        with pytest.raises(CommandError):
            output("invite", "new@example.org", **options)

        assert not Invitation.objects.exists()

    def test_let_somebody_choose_a_password(self, admin: Account) -> None:
        link = output("reset_link", "admin@example.org").strip()

        assert account_reset_check(token=link.split("/")[-2]) == admin
        with pytest.raises(CommandError, match="no active account"):
            output("reset_link", "nobody@example.org")

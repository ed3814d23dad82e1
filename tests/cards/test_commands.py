"""The commands of the portal's rows."""

from __future__ import annotations

import io
import stat
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.management import CommandError, call_command
from django.db import transaction

from cards.gateway import rulesets
from cards.models import Account, Card, CardVersion, Invitation, Pack, Release, Role
from cards.queries.cards import card_list, card_page
from cards.queries.history import draft_get
from cards.queries.releases import release_get
from cards.services.account import account_sign_in
from cards.services.link import account_reset_check, invitation_check
from cards.services.release import ReleaseOrder, release_publish
from cards.services.version import version_create
from tests.cards.conftest import ANYWAY, MakeCard

RULESETS = [info.name for info in rulesets.rulesets()]


def output(*words: str, **options: object) -> str:
    """Return what a command prints."""
    out = io.StringIO()
    call_command(*words, stdout=out, stderr=io.StringIO(), **options)
    return out.getvalue()


@pytest.fixture(scope="class")
def credentials(
    django_db_setup: None, django_db_blocker: pytest.DjangoDbBlocker, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Path]:
    """The file of a demo that was made once for a class, whose tests each take back what they add to it."""
    path = tmp_path_factory.mktemp("demo") / "accounts.txt"
    with django_db_blocker.unblock(), transaction.atomic():
        output("demo", credentials_file=path)
        with django_db_blocker.block():
            yield path
        transaction.set_rollback(True)


class TestDemo:
    def test_makes_one_account_per_role_that_can_sign_in(self, db: None, credentials: Path) -> None:
        pairs = [line.split() for line in credentials.read_text().splitlines()]
        accounts = [account_sign_in(email=email, password=password) for email, password in pairs]
        roles = {held.role for account in accounts if not account.is_operator for held in account.memberships.all()}

        assert stat.S_IMODE(credentials.stat().st_mode) == 0o600
        assert roles == set(Role.values)
        assert sum(account.is_operator for account in accounts) == 1

    @pytest.mark.parametrize("ruleset", RULESETS)
    def test_makes_a_public_pack_of_each_game_with_a_release(self, db: None, credentials: Path, ruleset: str) -> None:
        pack = Pack.objects.get(ruleset=ruleset)
        release = release_get(account=AnonymousUser(), pack=pack, version="latest")
        page = card_page(account=Account.objects.get(is_superuser=True), pack=pack, limit=200)
        cards = card_list(pack=pack).count()

        assert (pack.visibility, release.version, release.card_count) == ("public", "1.0.0", cards)
        assert {(row.state, row.problems["errors"]) for row in page.rows} == {("released", 0)}
        assert all(row.name["zh"] and row.name["en"] for row in page.rows)

    def test_refuses_a_database_in_use(self, db: None, credentials: Path) -> None:
        accounts = Account.objects.count()
        with pytest.raises(CommandError, match="empty database"):
            output("demo")

        assert output("demo", if_empty=True) == ""
        assert Account.objects.count() == accounts


class TestPackFiles:
    @pytest.mark.parametrize("ruleset", RULESETS)
    def test_come_back_as_the_same_content(self, db: None, credentials: Path, tmp_path: Path, ruleset: str) -> None:
        release = Release.objects.get(pack__ruleset=ruleset)
        path = tmp_path / "pack.zip"

        assert release.zip_sha256 in output("export_pack", release.pack.slug, "1.0.0", out=path)
        assert f"unchanged: {release.card_count}" in output("import_pack", str(path))
        assert CardVersion.objects.filter(card__pack=release.pack).count() == release.card_count

    @pytest.mark.parametrize("ruleset", RULESETS)
    def test_are_read_as_the_game_itself_lays_them_out(self, db: None, credentials: Path, ruleset: str) -> None:
        release = Release.objects.get(pack__ruleset=ruleset)
        folder = Path("engine", "rulesets", ruleset)

        said = output("import_pack", str(folder), pack=release.pack.slug, dry_run=True)

        assert said.split("\n")[:3] == ["new: 0", "changed: 0", f"unchanged: {release.card_count}"]

    def test_with_errors_are_refused_whole(self, db: None, credentials: Path, tmp_path: Path) -> None:
        path = tmp_path / "card.json"
        path.write_text('{"id": "base.new"}')
        with pytest.raises(CommandError):
            output("import_pack", str(path), pack=Pack.objects.all()[0].slug)

        assert not Card.objects.filter(written_id="base.new").exists()

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
        ("tampering", "named"),
        [
            ("UPDATE cards_releasefile SET size = size + 1 WHERE path = 'schema/card.json'", "schema/card.json"),
            ("DELETE FROM cards_releasefile WHERE path = 'text/zh.json'", "text/zh.json"),
            ("UPDATE cards_release SET zip_sha256 = repeat('0', 64)", "pack.zip"),
            ("UPDATE cards_releasecard SET written_id = 'other'", "base.stone"),
            ("UPDATE cards_releasecard SET deprecated = '{}'", "base.stone"),
            ("UPDATE cards_release SET signature = replace(signature, 'core', 'tore')", "pack.zip"),
            ("UPDATE cards_releasetombstone SET zip_sha256 = repeat('0', 64)", "its name and version"),
            ("DELETE FROM cards_signingkey", "manifest.json.minisig: unknown"),
            ("UPDATE cards_release SET manifest_sha256 = (SELECT min(sha256) FROM cards_releasefile)", "cards/"),
        ],
    )
    def test_names_the_first_difference(self, published: Release, owner_url: str, tampering: str, named: str) -> None:
        with psycopg.connect(owner_url) as owner:
            owner.execute("SET session_replication_role = replica")
            owner.execute(tampering)
        with pytest.raises(CommandError, match=f"core 1.0.0: {named}"):
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

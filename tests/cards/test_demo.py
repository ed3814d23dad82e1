"""The demo: sample packs and accounts, as the first start of a portal leaves them."""

from __future__ import annotations

import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import LazySettings
from django.contrib.auth.models import AnonymousUser
from django.core.management import CommandError

from cards.gateway import rulesets
from cards.models import Account, Card, CardVersion, Pack, Release, Role
from cards.queries.cards import card_list, card_page
from cards.queries.releases import release_get
from cards.services.account import account_sign_in
from portal.settings import base
from tests import prepared, rows
from tests.cards.test_commands import output
from tests.sampling import sampled

RULESETS = [info.name for info in rulesets.rulesets()]
AS_ARCHIVES = sampled(RULESETS, of=2)


@pytest.fixture(scope="module")
def credentials(django_db_setup: None, database: Any, servers_dir: Path) -> Iterator[Path]:
    """The file of a demo that was made once, whose tests each take back what they add to it."""
    yield prepared.copy_rows(servers_dir / "demo", database.owner)
    rows.empty(database.owner)


class TestDemo:
    def test_makes_one_account_per_role_that_can_sign_in(
        self, db: None, credentials: Path, settings: LazySettings
    ) -> None:
        settings.PASSWORD_HASHERS = base.PASSWORD_HASHERS
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
    """Of every other game as an archive and of the rest as folders, the other way round the next day."""

    def test_come_back_as_the_same_content(self, db: None, credentials: Path, tmp_path: Path) -> None:
        for ruleset in AS_ARCHIVES:
            release = Release.objects.get(pack__ruleset=ruleset)
            path = tmp_path / f"{ruleset}.zip"

            assert release.zip_sha256 in output("export_pack", release.pack.slug, "1.0.0", out=path)
            assert f"unchanged: {release.card_count}" in output("import_pack", str(path))
            assert CardVersion.objects.filter(card__pack=release.pack).count() == release.card_count

    def test_are_read_as_the_game_itself_lays_them_out(self, db: None, credentials: Path) -> None:
        for ruleset in set(RULESETS) - set(AS_ARCHIVES):
            release = Release.objects.get(pack__ruleset=ruleset)
            folder = Path("engine", "rulesets", ruleset)

            lines = output("import_pack", str(folder), pack=release.pack.slug, dry_run=True).split("\n")

            assert lines[:3] == ["new: 0", "changed: 0", f"unchanged: {release.card_count}"], ruleset

    def test_with_errors_are_refused_whole(self, db: None, credentials: Path, tmp_path: Path) -> None:
        path = tmp_path / "card.json"
        path.write_text('{"id": "base.new"}')
        with pytest.raises(CommandError):
            output("import_pack", str(path), pack=Pack.objects.all()[0].slug)

        assert not Card.objects.filter(written_id="base.new").exists()

"""Two imports at once, or an import and a version of one of its cards: the second waits, then sees what the first wrote."""

from __future__ import annotations

import pytest

from cards.errors import Stale, StateConflict
from cards.models import Account, CardVersion, Pack
from cards.services import import_write, pack_import, version
from tests.cards.conftest import MakeCard, card_text
from tests.cards.test_audit import Stage
from tests.cards.test_races import Gate, after, race, refusals

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def stage(admin: Account, pack: Pack) -> Stage:
    return Stage(admin, pack)


class TestNothingLost:
    def test_of_a_version_that_is_named_while_its_card_is_imported(
        self, stage: Stage, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        stage.edit()
        etag, gate = stage.etag, Gate(import_write.versions_add)
        monkeypatch.setattr(import_write, "versions_add", gate)
        cards = [pack_import.Incoming(card_text("base.stone", manaCost=9), {})]
        outcomes = race(
            lambda: pack_import.pack_import(actor=stage.admin, pack=stage.pack, cards=cards),
            after(gate, lambda: version.version_create(actor=stage.admin, card=stage.card, based_on=etag)),
        )

        assert refusals(outcomes) == [Stale]
        assert [each.number for each in stage.card.versions.order_by("number")] == [1, 2]

    @pytest.mark.parametrize(
        ("mode", "refusal"), [(pack_import.STRICT, [StateConflict]), (pack_import.DEVELOPMENT, [])]
    )
    @pytest.mark.parametrize("names", [("base.stone", "base.two"), ("base.new", "base.newer")], ids=["changed", "new"])
    def test_of_two_imports_of_the_same_cards(
        self,
        stage: Stage,
        make_card: MakeCard,
        monkeypatch: pytest.MonkeyPatch,
        names: tuple[str, ...],
        mode: str,
        refusal: list[type],
    ) -> None:
        """Strict, the refusal of the second names every card that the first wrote; in development mode nothing is left to write."""
        make_card("base.two")
        cards = [pack_import.Incoming(card_text(name, manaCost=9), {}) for name in names]
        gate, order = Gate(import_write.versions_add), pack_import.ImportOrder(mode=mode)
        monkeypatch.setattr(import_write, "versions_add", gate)
        first, second = (
            lambda cards=items: pack_import.pack_import(actor=stage.admin, pack=stage.pack, cards=cards, order=order)
            for items in (cards, cards[::-1])
        )
        outcomes = race(first, after(gate, second))
        card_versions = CardVersion.objects.filter(card__written_id__in=names, document__manaCost=9)

        assert refusals(outcomes) == refusal
        if refusal:
            assert [items["pointer"] for items in outcomes[1].errors] == [f"/cards/{name}" for name in reversed(names)]
        else:
            assert outcomes[1].unchanged == names[::-1]
        assert sorted(card_versions.values_list("card__written_id", flat=True)) == sorted(names)

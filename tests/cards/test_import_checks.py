"""The checks of an import are those of lists and releases: what was checked once is not checked again under the same names."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.cache import cache

from cards.gateway import pack_names, rulesets, validation
from cards.models import Account, Draft
from cards.queries.gates import plan_gates
from cards.queries.plan import plan_of
from cards.queries.problems import draft_counts
from cards.services.pack import PackForm, pack_create
from cards.services.pack_import import ImportOrder, Incoming, pack_import

pytestmark = pytest.mark.django_db
CARDS = 12


def some_cards(ruleset: str) -> list[Incoming]:
    """Return some cards of a game, with one that declares something for the others where the game has such cards."""
    cards = [Incoming(card.text, card.texts) for card in rulesets.sample_pack(ruleset).cards]
    declaring = [card for card in cards if pack_names.declared_in(ruleset, [(card.text, card.texts)])][:1]
    return declaring + [card for card in cards[:: len(cards) // CARDS] if card not in declaring]


@pytest.mark.parametrize("ruleset", [info.name for info in rulesets.rulesets()])
def test_are_not_repeated_and_say_the_same(
    admin: Account, ruleset: str, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    cards = some_cards(ruleset)
    pack = pack_create(actor=admin, slug="checks", ruleset=ruleset, form=PackForm(name={"en": "Checks"}))
    cache.clear()
    checked: list[str] = []
    validate = validation.validate

    def counted(game: str, text: str, **other: Any) -> validation.CardReport:
        checked.append(text)
        return validate(game, text, **other)

    monkeypatch.setattr(validation, "validate", counted)
    with django_capture_on_commit_callbacks(execute=True):
        pack_import(actor=admin, pack=pack, cards=cards, order=ImportOrder(mode="development"))
    assert sorted(checked) == sorted(card.text for card in cards)
    checked.clear()

    drafts = list(Draft.objects.filter(card__pack=pack))
    counts = draft_counts(drafts=drafts, pack=pack)
    dependent = {draft.text for draft in drafts if any(counts[draft.source_sha]["parts"])}
    valid = {draft.text for draft in drafts if not counts[draft.source_sha]["errors"]}
    assert set(checked) == dependent and len(dependent) < len(cards) // 2
    checked.clear()
    if len(valid) == len(cards):  # where all ship, as in `wizards`, a release goes by the same names
        plan_gates(plan=plan_of(pack=pack))
        assert set(checked) <= dependent
    cache.clear()
    assert draft_counts(drafts=drafts, pack=pack) == counts

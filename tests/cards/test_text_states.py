"""What state each text is in, and that it stays true on every way that a text takes."""

from __future__ import annotations

import json
from typing import Any

import pytest

from cards.gateway import wording
from cards.models import Account, Card, Draft, Pack
from cards.queries.history import draft_get, revision_get, version_get
from cards.queries.texts import card_texts, text_counts
from cards.services.card import card_copy
from cards.services.draft import draft_save, revision_restore, version_restore
from cards.services.pack import PackForm, pack_create, pack_edit
from cards.services.pack_import import Incoming, pack_import
from cards.services.texts import texts_save
from cards.services.texts_index import texts_index_all
from cards.services.version import version_create
from tests.cards.conftest import MakeCard, card_text

DEAL_5 = "Deal 5 damage to a monster."
DEAL_6 = "Deal 6 damage to a monster."
ZH = {"name": "小石头", "description": "对一个怪物造成5点伤害。"}


@pytest.fixture
def stone(make_card: MakeCard) -> Card:
    return make_card(texts={"zh": ZH}, description=DEAL_5)


def save(actor: Account, card: Card, texts: Any = None, text: str | None = None, **changes: Any) -> Draft:
    typed = card_text(card.written_id, **changes) if text is None else text
    return draft_save(actor=actor, card=card, text=typed, texts=texts, based_on=draft_get(card=card).etag).draft


def state(card: Card, name: str = "description", language: str = "zh") -> str:
    """Return the state that the texts have, once it is known that the index says the same."""
    draft = draft_get(card=card)
    matching_state = card_texts(pack=card.pack, state=draft).state(language, name)
    if draft.document is not None:
        indexed = [key.split(".")[2] for key in draft.text_states if key.startswith(f"{language}.{name}.")]
        assert indexed == ([matching_state] if matching_state else [])
    return str(matching_state or "")


class TestStates:
    def test_of_a_text_is_written_beside_its_source(self, stone: Card) -> None:
        assert [state(stone, name) for name in ("name", "description", "notes")] == ["written", "written", ""]

    def test_is_stale_once_the_source_moved_on(self, stone: Card, admin: Account) -> None:
        draft = save(admin, stone, description=DEAL_6)

        assert (state(stone), state(stone, "name")) == ("stale", "written")
        assert draft.bases == {"zh": {"description": DEAL_5}}

    def test_is_written_again_when_the_source_goes_back(self, stone: Card, admin: Account) -> None:
        save(admin, stone, description=DEAL_6)
        draft = save(admin, stone, description=DEAL_5)

        assert (state(stone), draft.bases) == ("written", {})

    def test_keeps_the_base_over_many_changes_of_the_source(self, stone: Card, admin: Account) -> None:
        save(admin, stone, description=DEAL_6)
        draft = save(admin, stone, description="Deal 7 damage to a monster.")

        assert draft.bases == {"zh": {"description": DEAL_5}}

    def test_is_written_when_source_and_translation_change_together(self, stone: Card, admin: Account) -> None:
        save(admin, stone, texts={"zh": {**ZH, "description": "造成6点伤害。"}}, description=DEAL_6)

        assert state(stone) == "written"

    def test_survives_a_text_that_does_not_parse(self, stone: Card, admin: Account) -> None:
        save(admin, stone, text='{"id": "base.stone",')
        save(admin, stone, text='{"id": "base.stone", "name')
        save(admin, stone, description=DEAL_6)

        assert state(stone) == "stale"

    def test_is_written_when_a_broken_text_is_corrected_to_what_it_was(self, stone: Card, admin: Account) -> None:
        before = draft_get(card=stone)
        save(admin, stone, text='{"id": "base.stone",')
        after = save(admin, stone, description=DEAL_5)

        assert (state(stone), after.source_sha) == ("written", before.source_sha)

    def test_of_what_nobody_wrote_is_generated_in_both(self, make_card: MakeCard) -> None:
        card = make_card(description="", texts={"zh": {"name": "小石头"}})

        assert (state(card), state(card, language="en")) == ("generated", "generated")

    def test_is_missing_where_only_the_source_is_written(self, make_card: MakeCard) -> None:
        card = make_card(description=DEAL_5)

        assert (state(card), state(card, "name"), state(card, language="en")) == ("missing", "missing", "written")

    def test_of_a_translation_follows_the_generated_source(self, make_card: MakeCard, admin: Account) -> None:
        card = make_card(description="", texts={"zh": ZH})
        previous_rules_text = wording.rules_text("wizards", draft_get(card=card).document, "en")
        document = draft_get(card=card).document
        save(admin, card, text=json.dumps(document).replace('"amount": 5', '"amount": 8'))

        assert (state(card), draft_get(card=card).bases) == ("stale", {"zh": {"description": previous_rules_text}})

    def test_of_notes_follow_the_notes_of_the_source(self, stone: Card, admin: Account) -> None:
        save(admin, stone, texts={"en": {"notes": "Say it dryly."}, "zh": ZH}, description=DEAL_5)
        missing = state(stone, "notes")
        texts = {"en": {"notes": "Say it dryly."}, "zh": {**ZH, "notes": "语气平实。"}}
        save(admin, stone, texts=texts, description=DEAL_5)
        written_state = state(stone, "notes")
        save(admin, stone, texts={**texts, "en": {"notes": "Say it loudly."}}, description=DEAL_5)

        assert (missing, written_state, state(stone, "notes")) == ("missing", "written", "stale")

    def test_is_missing_in_the_source_when_only_a_translation_has_it(self, make_card: MakeCard, admin: Account) -> None:
        card = make_card(texts={"zh": {"notes": "语气平实。"}})

        assert state(card, "notes", "en") == "missing"


class TestReviewed:
    def test_texts_are_written_again_and_can_become_a_version(self, stone: Card, admin: Account) -> None:
        save(admin, stone, description=DEAL_6)
        version_create(actor=admin, card=stone, based_on=draft_get(card=stone).etag)
        etag = draft_get(card=stone).etag
        saved_texts = texts_save(
            actor=admin, card=stone, language="zh", words={}, based_on=etag, still_right=["description"]
        )
        version_create(actor=admin, card=stone, based_on=saved_texts.draft.etag)

        assert (state(stone), saved_texts.is_new, saved_texts.draft.texts) == ("written", True, {"zh": ZH})
        assert [version_get(card=stone, number=n).bases for n in (1, 2)] == [{"zh": {"description": DEAL_5}}, {}]


class TestRestored:
    def test_versions_bring_their_state(self, stone: Card, admin: Account) -> None:
        save(admin, stone, description=DEAL_6)
        version_create(actor=admin, card=stone, based_on=draft_get(card=stone).etag)
        save(admin, stone, texts={"zh": {"name": "小石头", "description": "造成6点伤害。"}}, description=DEAL_6)
        between = state(stone)
        etag = draft_get(card=stone).etag
        version_restore(actor=admin, card=stone, version=version_get(card=stone, number=1), based_on=etag)

        assert (between, state(stone)) == ("written", "stale")

    def test_revisions_bring_their_state(self, stone: Card, admin: Account) -> None:
        save(admin, stone, description=DEAL_6)
        etag = draft_get(card=stone).etag
        revision_restore(actor=admin, card=stone, revision=revision_get(card=stone, number=1), based_on=etag)
        first = state(stone)
        etag = draft_get(card=stone).etag
        revision_restore(actor=admin, card=stone, revision=revision_get(card=stone, number=2), based_on=etag)

        assert (first, state(stone)) == ("written", "stale")


class TestImported:
    def test_cards_count_as_written_together(self, pack: Pack, admin: Account) -> None:
        pack_import(actor=admin, pack=pack, cards=[Incoming(card_text("base.stone", description=DEAL_5), {"zh": ZH})])

        assert state(Card.objects.get(written_id="base.stone")) == "written"

    def test_cards_over_others_are_stale_where_only_the_source_is_new(
        self, stone: Card, pack: Pack, admin: Account
    ) -> None:
        pack_import(actor=admin, pack=pack, cards=[Incoming(card_text("base.stone", description=DEAL_6), {"zh": ZH})])

        assert state(stone) == "stale"

    def test_copies_keep_the_state(self, stone: Card, pack: Pack, admin: Account) -> None:
        save(admin, stone, description=DEAL_6)

        assert state(card_copy(actor=admin, pack=pack, source=stone, written_id="base.copy")) == "stale"


class TestNotes:
    def test_stay_on_every_way(self, stone: Card, pack: Pack, admin: Account) -> None:
        notes = {"zh": {**ZH, "notes": "语气平实。"}, "en": {"notes": "Say it dryly."}}
        draft = save(admin, stone, texts=notes, description=DEAL_5)
        version_create(actor=admin, card=stone, based_on=draft.etag)
        copy = card_copy(actor=admin, pack=pack, source=stone, written_id="base.copy")
        save(admin, stone, texts={}, description=DEAL_5)
        etag = draft_get(card=stone).etag
        version = version_get(card=stone, number=1)
        restored_draft = version_restore(actor=admin, card=stone, version=version, based_on=etag).draft

        assert restored_draft.texts == draft_get(card=copy).texts == version.texts == draft.texts
        assert {words["notes"] for words in restored_draft.texts.values()} == {"语气平实。", "Say it dryly."}
        assert "语气平实。" in restored_draft.search
        assert "say it dryly." in restored_draft.search


class TestIndex:
    def test_is_made_again_for_other_code(self, stone: Card, pack: Pack) -> None:
        Draft.objects.update(text_states=[])
        Pack.objects.update(text_states_by="en:old")
        index_all = texts_index_all()
        states = state(stone)
        Draft.objects.update(text_states=[])

        assert (index_all, states, texts_index_all()) == (1, "written", 0)

    def test_follows_the_source_language_of_the_pack(self, stone: Card, pack: Pack, admin: Account) -> None:
        pack_edit(actor=admin, pack=pack, form=PackForm(name={"en": "Core", "zh": "核心"}, source_language="zh"))
        stone.pack.refresh_from_db()

        assert state(stone, "name", "zh") == state(stone, "description", "zh") == "written"
        assert text_counts(pack=pack, language="en")["missing"] == 2

    def test_counts_one_pack_and_one_language(self, stone: Card, make_card: MakeCard, admin: Account) -> None:
        make_card("base.other", description=DEAL_5)
        away = pack_create(actor=admin, slug="away", ruleset="wizards", form=PackForm(name={"en": "Away"}))
        card_copy(actor=admin, pack=away, source=stone, written_id="base.stone")
        counts = text_counts(pack=stone.pack, language="zh")

        assert counts == {"all": 4, "todo": 2, "stale": 0, "missing": 2, "generated": 0, "written": 2}
        assert text_counts(pack=stone.pack, language="zh", name="name")["all"] == 2

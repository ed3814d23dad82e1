"""The glossary: what is warned about, and how terms come, change and go."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cards.errors import Forbidden, IdTaken, InvalidFields, NotFound, Stale, StateConflict
from cards.glossary import Glossary
from cards.models import Account, AuditEvent, GlossaryTerm, Pack
from cards.queries.glossary import term_get, term_list, terms_offered
from cards.services.glossary import TermForm, glossary_add, glossary_edit, glossary_remove, glossary_seed
from cards.services.pack import PackForm, pack_create

CARD = TermForm("card", "卡牌", also_zh=["牌"], avoid_zh=["卡片"], avoid_en=["ticket"], note="“a card” is 一张牌")


def term_findings(text: str, source: str, language: str = "zh", **words: object) -> list[tuple[str, str, str]]:
    term = GlossaryTerm(en="card", zh="卡牌", also_zh=["牌"], avoid_zh=["卡片", "牌子", "卡"], avoid_en=["ticket"])
    for name, value in words.items():
        setattr(term, name, value)
    glossary = Glossary([term])
    return [
        (each.avoided_word, each.right_word, each.term)
        for each in glossary.findings(language, text, source=source, source_language="en")
    ]


class TestFindings:
    @pytest.mark.parametrize(
        ("source", "text", "expected"),
        [
            ("Draw a card.", "抽一张卡牌。", []),
            ("Draw a card.", "抽一张牌。", []),
            ("Draw two CARDS.", "抽两份。", [("", "卡牌", "card")]),
            ("Draw a card.", "抽一张卡片。", [("卡片", "卡牌", "card")]),
            ("Gain 1.", "获得一张卡片。", [("卡片", "卡牌", "card")]),
            ("Discard it.", "弃掉它。", []),
            ("The cardinal sings.", "红衣主教歌唱。", []),
            ("Draw a card.", "", []),
            ("Draw a card.", "立一块牌子。", [("牌子", "卡牌", "card")]),
            ("Fetch it.", "卡牌师登场。", []),
        ],
    )
    def test_say_what_a_translation_lacks_or_should_avoid(
        self, source: str, text: str, expected: list[tuple[str, str, str]]
    ) -> None:
        assert term_findings(text, source) == expected

    def test_warn_of_words_to_avoid_in_the_source(self) -> None:
        assert term_findings("Draw a ticket.", "Draw a ticket.", "en") == [("ticket", "card", "卡牌")]
        assert term_findings("Draw a card.", "Draw a card.", "en") == []

    def test_take_a_term_as_text_and_not_as_a_pattern(self) -> None:
        assert term_findings("加一。", "Get +1 (power).", en="+1 (power)") == [("", "卡牌", "+1 (power)")]
        assert term_findings("加一。", "Get 11 powerr.", en="+1 (power)") == []


class TestTerms:
    def test_are_added_changed_and_removed_with_one_event_each(self, pack: Pack, admin: Account) -> None:
        before = AuditEvent.objects.count()
        term = glossary_add(actor=admin, pack=pack, form=CARD)
        changed = glossary_edit(actor=admin, pack=pack, term=term, form=replace(CARD, zh="牌"), based_on=1)
        glossary_remove(actor=admin, pack=pack, term=changed)

        assert (changed.zh, changed.revision, changed.avoid_zh) == ("牌", 2, ["卡片"])
        actions = AuditEvent.objects.order_by("id").values_list("action", flat=True)[before:]
        assert list(actions) == ["glossary.add", "glossary.edit", "glossary.remove"]
        assert AuditEvent.objects.latest("id").details["note"] == CARD.note
        assert not GlossaryTerm.objects.exists()

    def test_are_not_overwritten_unseen(self, pack: Pack, admin: Account, people: dict[str, Account]) -> None:
        term = glossary_add(actor=admin, pack=pack, form=CARD)
        glossary_edit(actor=people["designer"], pack=pack, term=term, form=replace(CARD, zh="牌"), based_on=1)
        with pytest.raises(Stale) as error:
            glossary_edit(actor=admin, pack=pack, term=term, form=CARD, based_on=1)

        assert error.value.current.zh == "牌"

    @pytest.mark.parametrize("word", ["card", "CARD", " card "])
    def test_occur_once_whatever_their_case(self, pack: Pack, admin: Account, word: str) -> None:
        glossary_add(actor=admin, pack=pack, form=CARD)
        with pytest.raises(IdTaken):
            glossary_add(actor=admin, pack=pack, form=TermForm(word, "牌"))

        away = pack_create(actor=admin, slug="away", ruleset="wizards", form=PackForm(name={"en": "Away"}))
        assert glossary_add(actor=admin, pack=away, form=TermForm(word, "牌")).pk

    @pytest.mark.parametrize(
        ("form", "pointer"),
        [
            (TermForm("", "牌"), "/en"),
            (TermForm("card", " "), "/zh"),
            (TermForm("x" * 81, "牌"), "/en"),
            (TermForm("card", "牌", also_zh=["x" * 81]), "/also_zh"),
            (TermForm("card", "牌", avoid_en=[f"w{n}" for n in range(21)]), "/avoid_en"),
            (TermForm("card", "牌", avoid_en=["Card"]), "/avoid_en"),
            (TermForm("card", "牌", also_zh=["卡"], avoid_zh=["卡"]), "/avoid_zh"),
            (TermForm("card", "牌", note="x" * 501), "/note"),
        ],
    )
    def test_are_refused_at_their_field(self, pack: Pack, admin: Account, form: TermForm, pointer: str) -> None:
        with pytest.raises(InvalidFields) as error:
            glossary_add(actor=admin, pack=pack, form=form)

        assert error.value.errors[0]["pointer"] == pointer

    def test_are_for_designers_of_the_pack(self, pack: Pack, people: dict[str, Account]) -> None:
        with pytest.raises(Forbidden):
            glossary_add(actor=people["viewer"], pack=pack, form=CARD)
        with pytest.raises(NotFound):
            glossary_add(actor=people["stranger"], pack=pack, form=CARD)

        assert glossary_add(actor=people["designer"], pack=pack, form=CARD).edited_by == people["designer"]

    def test_of_another_pack_are_not_found(self, pack: Pack, admin: Account) -> None:
        term = glossary_add(actor=admin, pack=pack, form=CARD)
        absent_pack = pack_create(actor=admin, slug="away", ruleset="wizards", form=PackForm(name={"en": "Away"}))
        with pytest.raises(NotFound):
            term_get(pack=absent_pack, pk=term.pk)
        with pytest.raises(NotFound):
            glossary_edit(actor=admin, pack=absent_pack, term=term, form=CARD, based_on=1)

        assert list(term_list(pack=absent_pack)) == []

    @pytest.mark.parametrize("query", ["car", "卡", "ticket", "一张牌"])
    def test_are_found_by_any_of_their_words(self, pack: Pack, admin: Account, query: str) -> None:
        glossary_add(actor=admin, pack=pack, form=CARD)
        glossary_add(actor=admin, pack=pack, form=TermForm("mana", "法力"))

        assert [term.en for term in term_list(pack=pack, q=query)] == ["card"]


class TestSeed:
    def test_takes_what_the_game_calls_its_own_things(self, pack: Pack, admin: Account) -> None:
        glossary_add(actor=admin, pack=pack, form=TermForm("Monster", "魔物"))
        n = glossary_seed(actor=admin, pack=pack)
        terms = dict(GlossaryTerm.objects.filter(pack=pack).values_list("en", "zh"))

        assert (n, terms["Monster"], terms["card"], terms["Treasure"]) == (3, "魔物", "牌", "宝藏牌")
        assert terms_offered(pack=pack) == []
        with pytest.raises(StateConflict):
            glossary_seed(actor=admin, pack=pack)

    def test_has_terms_of_every_game(self, admin: Account) -> None:
        halo = pack_create(actor=admin, slug="bastion", ruleset="halo", form=PackForm(name={"en": "Bastion"}))
        glossary_seed(actor=admin, pack=halo)

        assert GlossaryTerm.objects.get(pack=halo, en="Headshot").zh == "爆头"

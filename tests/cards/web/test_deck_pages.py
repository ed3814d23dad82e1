"""Decks through the client: the list, new decks, the builder, its conflicts, the trash and the reference decks."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from django.test import Client

from cards.models import Account, AuditEvent, Card, Deck, DeckRevision, Draft, Pack
from cards.services.deck import deck_create_empty
from cards.web.deck_pool import SORTED_LIMIT
from tests.cards.conftest import LayerOf
from tests.cards.layers import Values
from tests.cards.web.conftest import ClientOf
from tests.cards.web.deck_world import copies, do, face_of, fill, pack_of, page_of
from tests.engine.third_ruleset import on_the_path

DECKS = "/packs/my-halo/decks/"
FIRST = "VLT-002"


def _halo(layers: Values) -> Pack:
    return pack_of("halo", layers["admin"], layers["people"])


def _deck(layers: Values) -> Deck:
    designer = Client()
    designer.force_login(layers["people"]["designer"])
    designer.post(f"{DECKS}new/", {"from": "sample", "sample": "bastion-keys"})
    return Deck.objects.get(pack=layers["halo"])


LAYERS = {"halo": _halo, "deck": _deck}


@pytest.fixture
def halo(layer_of: LayerOf, people: dict[str, Account]) -> Pack:
    pack: Pack = layer_of("halo")
    return pack


@pytest.fixture
def designer(client_of: ClientOf) -> Client:
    return client_of("designer")


@pytest.fixture
def deck(layer_of: LayerOf, halo: Pack) -> Deck:
    """A legal deck of 40 cards."""
    deck: Deck = layer_of("deck")
    return deck


def page_text(client: Client, url: str) -> str:
    answer = client.get(url)
    assert answer.status_code == 200
    return answer.content.decode()


class TestTheList:
    def test_names_the_next_step_while_it_is_empty(self, halo: Pack, designer: Client) -> None:
        page = page_text(designer, DECKS)

        assert "No decks yet" in page
        assert f'href="{DECKS}new/"' in page

    def test_shows_legality_and_counts(self, deck: Deck, designer: Client) -> None:
        assert "chip--ok" in page_text(designer, DECKS)
        do(designer, deck, f"more:cards:{FIRST}")
        page = page_text(designer, DECKS)

        assert "2 errors" in page
        assert '41<span class="muted">/40</span>' in page

    def test_says_that_a_game_has_no_decks(self, pack: Pack, designer: Client) -> None:
        assert "This game is played without decks" in page_text(designer, "/packs/core/decks/")
        refused = designer.post("/packs/core/decks/new/", {"from": "empty", "deck_id": "a"})

        assert "This game is played without decks" in refused.content.decode()
        assert not Deck.objects.exists()

    def test_searches_sorts_and_pages(self, halo: Pack, designer: Client) -> None:
        for number in range(52):
            name = "长夜" if number == 7 else ""
            deck_create_empty(actor=halo.created_by, pack=halo, deck_id=f"deck-{number:02}", name=name)

        assert "page 1 of 2" in page_text(designer, DECKS)
        assert "deck-51" in page_text(designer, f"{DECKS}?page=2")
        assert re.findall(r"decks/(\d+)/\">", page_text(designer, f"{DECKS}?q=夜")) == ["8"]
        assert "deck-51" in page_text(designer, f"{DECKS}?sort=edited")

    def test_shows_a_stranger_nothing(self, deck: Deck, client_of: ClientOf) -> None:
        stranger = client_of("stranger")

        assert [stranger.get(url).status_code for url in (DECKS, page_of(deck), f"{page_of(deck)}file/")] == [404] * 3
        assert do(stranger, deck, f"more:cards:{FIRST}").status_code == 404


class TestANewDeck:
    def test_begins_empty(self, halo: Pack, designer: Client) -> None:
        designer.post(f"{DECKS}new/", {"from": "empty", "deck_id": "长夜", "name": "Night 🂡"})
        new_deck = Deck.objects.get(pack=halo)

        assert (new_deck.deck_id, new_deck.name, copies(new_deck)) == ("长夜", "Night 🂡", {})
        assert "Night 🂡" in page_text(designer, page_of(new_deck))

    def test_begins_as_a_copy_from_another_pack_of_the_game(
        self, deck: Deck, admin: Account, people: dict[str, Account], designer: Client
    ) -> None:
        other_pack = pack_of("halo", admin, people, slug="other")
        page = page_text(designer, "/packs/other/decks/new/")
        designer.post("/packs/other/decks/new/", {"from": "copy", "source": deck.pk, "deck_id": "mine", "name": ""})
        new_deck = Deck.objects.get(pack=other_pack)

        assert f'<option value="{deck.pk}">bastion-keys</option>' in page
        assert copies(new_deck) == copies(deck)
        assert new_deck.deck_id == "mine"

    def test_does_not_copy_what_the_account_may_not_read(
        self, deck: Deck, people: dict[str, Account], client_of: ClientOf
    ) -> None:
        pack_of("halo", people["stranger"], {**people, "designer": people["admin"]}, slug="foreign")
        stranger = client_of("stranger")
        url = "/packs/foreign/decks/new/"
        answer = stranger.post(url, {"from": "copy", "source": deck.pk, "deck_id": "mine"})

        assert "bastion-keys" not in re.findall(r"<option[^>]*>([^<]*)", page_text(stranger, url))
        assert answer.status_code == 200
        assert not Deck.objects.filter(pack__slug="foreign").exists()

    def test_needs_an_id_of_its_own(self, deck: Deck, designer: Client) -> None:
        answer = designer.post(f"{DECKS}new/", {"from": "empty", "deck_id": "BASTION-keys", "name": "Kept"})

        assert "already has a deck with this id" in answer.content.decode()
        assert 'value="Kept"' in answer.content.decode()
        assert Deck.objects.count() == 1


class TestTheBuilder:
    def test_changes_one_line_with_the_engines_sentences(self, deck: Deck, designer: Client) -> None:
        do(designer, deck, f"more:cards:{FIRST}")
        page = page_text(designer, page_of(deck))

        assert copies(deck)[FIRST] == 4
        assert page.count("4 copies of VLT-002 are too many; 3 are allowed.") == 2
        assert "The deck bastion-keys has 41 cards; 40 are expected." in page
        assert "E-DECK-LIMIT" in page

    def test_speaks_chinese(self, deck: Deck, designer: Client) -> None:
        designer.post("/preferences/", {"language": "zh"})
        do(designer, deck, f"more:cards:{FIRST}")
        page = page_text(designer, page_of(deck))

        assert "VLT-002 有 4 张，超过上限；最多 3 张。" in page
        assert "费用曲线" in page

    def test_takes_whole_counts_at_once(self, deck: Deck, designer: Client) -> None:
        do(designer, deck, "counts", **{f"count:cards:{FIRST}": "1", "count:cards:VLT-004": "0"})
        revisions = DeckRevision.objects.filter(deck=deck).count()

        assert copies(deck)[FIRST] == 1
        assert "VLT-004" not in copies(deck)
        assert revisions == 2

    @pytest.mark.parametrize("text", ["-1", "1000", "99999999999999999999", "x", "", "٣", "1.5"])
    def test_refuses_what_is_no_number_of_copies_and_keeps_it(self, deck: Deck, designer: Client, text: str) -> None:
        answer = do(designer, deck, "counts", **{f"count:cards:{FIRST}": text})

        assert answer.status_code == 400
        assert f'value="{text[:40]}"' in answer.content.decode()
        assert copies(deck)[FIRST] == 3

    @pytest.mark.parametrize(
        "verb", ["", "more", "more:nowhere:A", "fly:cards:A", "more:cards:a b", "use:cards:VLT-002:a/b"]
    )
    def test_refuses_what_no_button_says(self, deck: Deck, designer: Client, verb: str) -> None:
        assert do(designer, deck, verb).status_code in {400, 404}
        assert Deck.objects.get(pk=deck.pk).revision == 1

    def test_names_cards_that_are_gone(self, deck: Deck, designer: Client) -> None:
        cards = Card.objects.filter(pack=deck.pack)
        cards.filter(written_id="VLT-002").update(trashed_at=deck.saved_at)
        cards.filter(written_id="VLT-004").update(retired_at=deck.saved_at)
        do(designer, deck, "more:cards:VLT-0O3")
        page = page_text(designer, page_of(deck))

        assert "In the trash" in page and "Retired" in page
        assert "There is no card VLT-002 here" in page
        assert "There is no card VLT-0O3 here (did you mean VLT-003?)" in page
        assert 'value="use:cards:VLT-0O3:VLT-003"' in page

    def test_uses_the_card_that_was_meant(self, deck: Deck, designer: Client) -> None:
        do(designer, deck, "counts", **{"count:cards:VLT-003": "0"})
        do(designer, deck, "more:cards:VLT-0O3")
        do(designer, deck, "use:cards:VLT-0O3:VLT-003")

        assert copies(deck)["VLT-003"] == 1
        assert "VLT-0O3" not in copies(deck)

    def test_shows_a_card_whose_draft_cannot_be_read(self, deck: Deck, designer: Client) -> None:
        Draft.objects.filter(card__written_id=FIRST).update(text="{", document=None)

        assert "Its draft cannot be read" in page_text(designer, page_of(deck))

    def test_answers_the_script_with_the_part_that_it_asks_for(self, deck: Deck, designer: Client) -> None:
        answer = do(designer, deck, f"more:cards:{FIRST}", part="work").content.decode()

        assert "<html" not in answer
        assert 'data-etag="r2-' in answer

    def test_is_read_only_for_a_viewer(self, deck: Deck, client_of: ClientOf) -> None:
        viewer = client_of("viewer")
        page = page_text(viewer, page_of(deck))

        assert 'name="do" value="more' not in page
        assert do(viewer, deck, f"more:cards:{FIRST}").status_code == 403


class TestThePool:
    @pytest.mark.parametrize(("query", "expected"), [("列", "AEG-001"), ("facet", FIRST), ("VLT-002", FIRST)])
    def test_finds_by_either_name_and_by_id(self, deck: Deck, designer: Client, query: str, expected: str) -> None:
        page = page_text(designer, f"{page_of(deck)}?q={query}")

        assert f'value="more:cards:{expected}"' in page[: page.index('id="deck-h"')]

    def test_filters_by_kind_and_by_what_is_in_the_deck(self, deck: Deck, designer: Client) -> None:
        answer = designer.get(f"{page_of(deck)}?kind=FIELD&held=in", headers={"X-Deck-Part": "pool"}).content.decode()

        assert re.findall(r'value="more:cards:([^"]+)"', answer) == ["FLD-004"]

    @pytest.mark.parametrize("sort", ["cost", "name", "kind", "edited", "id", "nothing"])
    def test_sorts(self, deck: Deck, designer: Client, sort: str) -> None:
        answer = designer.get(f"{page_of(deck)}?sort={sort}", headers={"X-Deck-Part": "pool"}).content.decode()
        costs = [int(each) for each in re.findall(r'title="Cost">(\d+)<', answer)]

        assert len(costs) == 40
        assert (costs == sorted(costs)) == (sort == "cost")

    def test_says_why_no_further_copy_fits(self, deck: Deck, designer: Client) -> None:
        assert 'aria-disabled="true" title="3 of 3 are in the deck"' in page_text(
            designer, f"{page_of(deck)}?q={FIRST}"
        )
        assert "This card cannot be put into a deck." in page_text(designer, f"{page_of(deck)}?kind=TOKEN")

    def test_of_more_cards_than_it_sorts_stays_small(self, deck: Deck, designer: Client) -> None:
        document = Draft.objects.get(card__written_id=FIRST).document
        card = face_of(deck.pack.ruleset, document, {})
        fill(
            deck.pack,
            (replace(card, document={**document, "id": f"MANY-{number:05}"}) for number in range(SORTED_LIMIT)),
        )
        page = page_text(designer, f"{page_of(deck)}?sort=cost")

        assert "Too many cards to sort by cost or name" in page
        assert page.count('class="pl"') == 40
        assert len(page) < 200_000


class TestAConflict:
    def test_shows_theirs_and_offers_mine(self, deck: Deck, designer: Client, client_of: ClientOf) -> None:
        was = deck.etag
        do(client_of("admin"), deck, "more:cards:VLT-003")
        answer = do(designer, deck, f"less:cards:{FIRST}", etag=was, part="work")
        page = answer.content.decode()

        assert answer.status_code == 412
        assert "admin@example.org saved revision 2 before you." in page
        assert f'id="deck-mine" form="deck-form" name="do" value="less:cards:{FIRST}"' in page
        assert copies(deck)[FIRST] == 3

    def test_keeps_the_text_that_was_typed(self, deck: Deck, designer: Client, client_of: ClientOf) -> None:
        was = deck.etag
        do(client_of("admin"), deck, "more:cards:VLT-003")
        answer = do(designer, deck, "text", etag=was, text='{"deckId": "mine", "cards": []}')

        assert answer.status_code == 412
        assert "{&quot;deckId&quot;: &quot;mine&quot;, &quot;cards&quot;: []}</textarea>" in answer.content.decode()
        assert "Save mine over theirs" in answer.content.decode()

    def test_is_not_got_round_without_a_mark(self, deck: Deck, designer: Client) -> None:
        assert do(designer, deck, f"more:cards:{FIRST}", etag=" ").status_code == 428

    @pytest.mark.parametrize("etag", ["r9-00000000", "nonsense", "r1", "r²-00000000", "r1-%"])
    def test_is_any_mark_that_is_not_the_decks(self, deck: Deck, designer: Client, etag: str) -> None:
        assert do(designer, deck, f"more:cards:{FIRST}", etag=etag).status_code == 412


class TestHistory:
    def test_goes_back_and_forth(self, deck: Deck, designer: Client) -> None:
        text = deck.text
        do(designer, deck, f"more:cards:{FIRST}")
        do(designer, deck, "restore:1")
        deck.refresh_from_db()

        assert (deck.text, deck.revision) == (text, 3)
        assert AuditEvent.objects.filter(action="deck.restore").count() == 1
        assert "VLT-002 3 → 4" in page_text(designer, page_of(deck))

    @pytest.mark.parametrize("revision", ["0", "9", "x", "99999999999"])
    def test_has_no_other_revisions(self, deck: Deck, designer: Client, revision: str) -> None:
        assert do(designer, deck, f"restore:{revision}").status_code == 404


class TestTheTrash:
    def test_keeps_a_deck_and_gives_it_back(self, deck: Deck, designer: Client) -> None:
        do(designer, deck, "trash")
        trashed_page = page_text(designer, f"{DECKS}?trash=1")

        assert "No decks yet" in page_text(designer, DECKS)
        assert "bastion-keys" in trashed_page
        assert do(designer, deck, f"more:cards:{FIRST}").status_code == 409
        designer.post(DECKS, {"restore": deck.number})
        assert "bastion-keys" in page_text(designer, DECKS)

    def test_does_not_give_back_an_id_that_is_taken(self, deck: Deck, designer: Client) -> None:
        do(designer, deck, "trash")
        designer.post(f"{DECKS}new/", {"from": "empty", "deck_id": "bastion-keys"})
        answer = designer.post(DECKS, {"restore": deck.number}, follow=True)

        assert "already has a deck with this id" in answer.content.decode()

    def test_does_not_take_a_reference_deck(self, deck: Deck, designer: Client, client_of: ClientOf) -> None:
        client_of("admin").post(DECKS, {"shown": deck.number, "reference": deck.number})
        answer = do(designer, deck, "trash")

        assert answer.status_code == 409
        assert "Take it off the reference decks first" in answer.content.decode()


class TestReferenceDecks:
    def test_are_chosen_by_an_admin(self, deck: Deck, client_of: ClientOf, designer: Client) -> None:
        admin = client_of("admin")
        admin.post(DECKS, {"shown": deck.number, "reference": deck.number})

        assert Pack.objects.get(pk=deck.pack_id).reference_decks == [deck.number]
        assert "reference deck" in page_text(designer, page_of(deck))
        admin.post(DECKS, {"shown": deck.number})
        assert Pack.objects.get(pk=deck.pack_id).reference_decks == []

    def test_on_other_pages_of_the_list_stay(self, deck: Deck, client_of: ClientOf, designer: Client) -> None:
        designer.post(f"{DECKS}new/", {"from": "empty", "deck_id": "other"})
        admin = client_of("admin")
        admin.post(DECKS, {"shown": 1, "reference": 1})
        admin.post(DECKS, {"shown": 2, "reference": 2})

        assert Pack.objects.get(pk=deck.pack_id).reference_decks == [1, 2]

    def test_are_not_a_designers_to_choose(self, deck: Deck, designer: Client) -> None:
        assert designer.post(DECKS, {"shown": 1, "reference": 1}).status_code == 403

    @pytest.mark.parametrize("number", ["9", "x", "-1", "99999999999999"])
    def test_are_decks_of_the_pack(self, deck: Deck, client_of: ClientOf, number: str) -> None:
        assert client_of("admin").post(DECKS, {"shown": 1, "reference": number}).status_code in {400, 404}


class TestAGameOfParts:
    def test_puts_each_card_into_its_list(self, admin: Account, people: dict[str, Account], designer: Client) -> None:
        with on_the_path():
            made = pack_of("raid", admin, people)
            designer.post("/packs/my-raid/decks/new/", {"from": "sample", "sample": "keepers"})
            deck = Deck.objects.get(pack=made)
            pool = page_text(designer, page_of(deck))
            do(designer, deck, "more:leader:raid.captain")
            do(designer, deck, "more:leader:raid.ram")
            page = page_text(designer, page_of(deck))

        assert 'value="more:leader:raid.captain"' in pool
        assert 'value="more:cards:raid.ram"' in pool
        assert "The deck keepers has 2 leaders; expected 1." in page
        assert "raid.ram cannot be in “leader”, which holds leaders." in page
        assert "<h3>Leaders" in page and "<h3>Moves" in page

    def test_offers_no_card_that_no_part_takes(
        self, admin: Account, people: dict[str, Account], designer: Client
    ) -> None:
        made = pack_of("genius", admin, people)
        designer.post("/packs/my-genius/decks/new/", {"from": "sample", "sample": "ember-and-storm"})
        deck = Deck.objects.get(pack=made)
        statuses = page_text(designer, f"{page_of(deck)}?kind=status")
        page = page_text(designer, page_of(deck))

        assert (
            "0/2" not in statuses
            and statuses.count("0/0") == statuses.count("This card cannot be put into a deck.") > 0
        )
        assert '<span class="small muted">of 3</span>' in page and '<span class="small muted">at most 30</span>' in page
        assert "event cards 10 / ≤ 30" in page
        assert '10<span class="muted">/≤ 30</span>' in page_text(designer, "/packs/my-genius/decks/")

"""Everything over many cards, through the client: grid, CSV, find and replace, undo, and who may do what."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext

from cards.models import AuditEvent, BulkEdit, Card, DraftRevision, Pack, RevisionOrigin
from cards.services.draft import draft_save
from tests.cards.conftest import LayerOf, MakeCard, card_maker, card_text
from tests.cards.layers import Values
from tests.cards.web.conftest import ClientOf

BULK = "/packs/core/bulk/"


def body(answer: Any) -> str:
    return html.unescape(answer.content.decode())


def plan_in(answer: Any) -> dict[str, Any]:
    """Return the plan that a page holds for the next step."""
    found = re.search(r'name="plan" value="([^"]*)"', answer.content.decode())
    assert found, body(answer)
    plan: dict[str, Any] = json.loads(html.unescape(found[1]))
    return plan


def write(client: Client, answer: Any) -> HttpResponse:
    """Press the button that writes the plan of a page."""
    return client.post(f"{BULK}write/", {"plan": json.dumps(plan_in(answer))})  # type: ignore[return-value]  # the test client's own


def reloaded_card(card: Card) -> Card:
    return Card.objects.select_related("draft").get(pk=card.pk)


def cost(card: Card) -> int:
    return int(reloaded_card(card).draft.document["manaCost"])


def save(card: Card, **changes: Any) -> None:
    """Save a card as another person would."""
    now = reloaded_card(card)
    text = card_text(now.written_id, **changes)
    draft_save(actor=now.created_by, card=now, text=text, texts=None, based_on=now.draft.etag)


def _pair(layers: Values) -> tuple[Card, Card]:
    make_card = card_maker(layers["pack"], layers["admin"])
    return make_card("base.one", manaCost=1), make_card("base.two", manaCost=2, texts={"zh": {"name": "二"}})


LAYERS = {"pair": _pair}


@pytest.fixture
def pair(layer_of: LayerOf, pack: Pack) -> Any:
    return layer_of("pair")


@pytest.fixture
def designer(pair: tuple[Card, Card], client_of: ClientOf) -> Client:
    return client_of("designer")


def grid_form(card: Card, **cells: str) -> dict[str, str]:
    """Return what the grid sends for a row."""
    named = {f"cell:{card.written_id}:{key.replace('_zh', ':zh')}": value for key, value in cells.items()}
    return {f"etag:{card.written_id}": reloaded_card(card).draft.etag, **named}


class TestGrid:
    def test_shows_the_plain_fields_of_every_card(self, designer: Client, pair: tuple[Card, Card]) -> None:
        page = body(designer.get(BULK))

        assert 'name="cell:base.one:manaCost" value="1"' in page
        assert 'name="cell:base.two:name:zh" value="二"' in page
        assert 'name="cell:base.one:rarity"' in page
        assert "cell:base.one:behaviors" not in page

    def test_shows_the_cards_that_were_chosen(self, designer: Client) -> None:
        assert "cell:base.two:name" not in body(designer.get(f"{BULK}?cards=base.one"))
        assert "cell:base.one:name" not in body(designer.get(f"{BULK}?f.manaCost=2"))

    def test_says_what_an_empty_pack_can_do(self, pack: Pack, client_of: ClientOf) -> None:
        assert "No cards yet" in body(client_of("designer").get(BULK))
        assert "Nothing matches these filters" in body(client_of("designer").get(f"{BULK}?q=nothing"))

    def test_shows_what_changes_then_writes_it_as_one(self, designer: Client, pair: tuple[Card, Card]) -> None:
        first, second = pair
        events = AuditEvent.objects.count()

        response = designer.post(
            f"{BULK}check/", grid_form(first, manaCost="4") | grid_form(second, manaCost="5", name_zh="贰")
        )

        assert (cost(first), cost(second)) == (1, 2)
        assert "2 cards change" in body(response)
        answer = write(designer, response)

        assert (answer.status_code, cost(first), cost(second)) == (302, 4, 5)
        assert reloaded_card(second).draft.texts["zh"]["name"] == "贰"
        assert [reloaded_card(card).draft.revision for card in pair] == [2, 2]
        assert DraftRevision.objects.filter(origin=RevisionOrigin.BULK).count() == 2
        assert AuditEvent.objects.count() == events + 1

    def test_keeps_comments_and_layout(self, designer: Client, pair: tuple[Card, Card]) -> None:
        first = pair[0]
        text = f"// mine\n{card_text('base.one', manaCost=1).replace(chr(10), chr(10) + chr(9))}\n/* end */"
        draft_save(actor=first.created_by, card=first, text=text, texts=None, based_on=reloaded_card(first).draft.etag)

        write(designer, designer.post(f"{BULK}check/", grid_form(first, manaCost="7")))

        assert reloaded_card(first).draft.text == text.replace('"manaCost": 1', '"manaCost": 7')

    @pytest.mark.parametrize(
        ("cells", "expected"),
        [
            ({"manaCost": "21"}, "Wanted 0 to 20."),
            ({"manaCost": "many"}, "is not a whole number"),
            ({"rarity": "purple"}, "is none of"),
            ({"manaCost": ""}, "This field is required."),
            ({"name": ""}, "This field is required."),
            ({"health": "3"}, "This kind of card has no such field."),
        ],
    )
    def test_says_which_cell_is_wrong_and_writes_nothing(
        self, designer: Client, pair: tuple[Card, Card], cells: dict[str, str], expected: str
    ) -> None:
        response = designer.post(f"{BULK}check/", grid_form(pair[0], **cells) | grid_form(pair[1], manaCost="9"))

        assert expected in body(response)
        assert 'aria-disabled="true" title="Fix the errors before writing' in body(response)

    def test_refuses_a_draft_that_moved_on_and_keeps_the_plan(self, designer: Client, pair: tuple[Card, Card]) -> None:
        first, second = pair
        response = designer.post(f"{BULK}check/", grid_form(first, manaCost="4") | grid_form(second, manaCost="5"))
        save(second, manaCost=3)

        refusal = write(designer, response)

        assert refusal.status_code == 412
        assert "base.two" in body(refusal) and body(refusal).count("Nothing was written") == 1
        assert (cost(first), cost(second)) == (1, 3)
        again = designer.post(f"{BULK}check/", {"plan": json.dumps(plan_in(refusal))})
        assert write(designer, again).status_code == 302
        assert (cost(first), cost(second)) == (4, 5)

    def test_takes_back_nothing_that_others_saved_meanwhile(self, designer: Client, pair: tuple[Card, Card]) -> None:
        first = pair[0]
        form = grid_form(first, manaCost="4", rarity="com", name=reloaded_card(first).draft.document["name"])
        save(first, manaCost=1, name="Renamed by another")

        shown = designer.post(f"{BULK}check/", form)
        again = designer.post(f"{BULK}check/", {"plan": json.dumps(plan_in(shown))})
        write(designer, again)

        assert (cost(first), reloaded_card(first).draft.document["name"]) == (4, "Renamed by another")

    def test_lets_the_second_of_two_accounts_see_why(
        self, pair: tuple[Card, Card], client_of: ClientOf, designer: Client
    ) -> None:
        reviewer = client_of("reviewer")
        mine = designer.post(f"{BULK}check/", grid_form(pair[0], manaCost="4"))
        theirs = reviewer.post(f"{BULK}check/", grid_form(pair[0], manaCost="6"))

        assert [write(designer, mine).status_code, write(reviewer, theirs).status_code] == [302, 412]
        assert cost(pair[0]) == 4

    def test_counts_an_error_only_where_it_is_new(self, designer: Client, pair: tuple[Card, Card]) -> None:
        save(pair[0], manaCost=1, school="purple")

        shown = designer.post(f"{BULK}check/", grid_form(pair[0], manaCost="4"))

        assert write(designer, shown).status_code == 302
        assert cost(pair[0]) == 4


class TestHistory:
    def test_says_in_the_language_of_the_reader_what_was_done(self, designer: Client, pair: tuple[Card, Card]) -> None:
        write(designer, designer.post(f"{BULK}check/", grid_form(pair[0], manaCost="4")))

        assert "Fields in the grid" in body(designer.get(f"{BULK}history/"))
        designer.post("/preferences/", {"language": "zh"})

        assert "表格中的字段" in body(designer.get(f"{BULK}history/"))


class TestUndo:
    @pytest.fixture
    def edit(self, designer: Client, pair: tuple[Card, Card]) -> BulkEdit:
        form = grid_form(pair[0], manaCost="4") | grid_form(pair[1], manaCost="5")
        write(designer, designer.post(f"{BULK}check/", form))
        return BulkEdit.objects.get()

    def test_gives_every_card_its_earlier_state_as_a_new_revision(
        self, designer: Client, pair: tuple[Card, Card], edit: BulkEdit
    ) -> None:
        before = [DraftRevision.objects.get(draft=card.draft, revision=1).text for card in pair]

        answer = designer.post(f"{BULK}history/{edit.pk}/undo/")

        assert answer.status_code == 302
        assert [reloaded_card(card).draft.text for card in pair] == before
        assert [reloaded_card(card).draft.revision for card in pair] == [3, 3]

    def test_can_itself_be_undone(self, designer: Client, pair: tuple[Card, Card], edit: BulkEdit) -> None:
        designer.post(f"{BULK}history/{edit.pk}/undo/")
        designer.post(f"{BULK}history/{BulkEdit.objects.get(undoes=edit).pk}/undo/")

        assert [cost(card) for card in pair] == [4, 5]
        assert designer.post(f"{BULK}history/{edit.pk}/undo/").status_code == 409

    def test_is_refused_as_a_whole_once_a_draft_moved_on(
        self, designer: Client, pair: tuple[Card, Card], edit: BulkEdit
    ) -> None:
        save(pair[1], manaCost=8)

        answer = designer.post(f"{BULK}history/{edit.pk}/undo/")

        assert answer.status_code == 409
        assert "base.two" in body(answer) and "base.one" not in body(answer).split('role="alert"')[1].split("</div>")[0]
        assert [cost(card) for card in pair] == [4, 8]

    def test_alone_is_called_an_undo(self, designer: Client, edit: BulkEdit) -> None:
        BulkEdit.objects.filter(pk=edit.pk).update(summary={})
        assert "Undo of no." not in body(designer.get(f"{BULK}history/"))

    def test_is_listed_with_its_cards(self, designer: Client, edit: BulkEdit) -> None:
        page = body(designer.get(f"{BULK}history/"))

        assert f"history/{edit.pk}/undo/" in page
        assert "base.one, base.two" in page


class TestCsv:
    def file(self, client: Client, query: str = "") -> str:
        answer = client.get(f"{BULK}cards.csv{query}")
        return b"".join(answer.streaming_content).decode()  # type: ignore[attr-defined]  # the test client's own

    def send(self, client: Client, content: str | bytes) -> Any:
        data = content.encode() if isinstance(content, str) else content
        return client.post(f"{BULK}csv/", {"file": SimpleUploadedFile("cards.csv", data, "text/csv")})

    def test_goes_out_and_comes_back_unchanged(self, designer: Client) -> None:
        out = self.file(designer)

        assert out.startswith("\ufeffid,revision,name,name:zh,")
        assert "Nothing would change" in body(self.send(designer, out))

    def test_counts_its_rows(self, designer: Client, pair: tuple[Card, Card]) -> None:
        shown = body(self.send(designer, "id,manaCost\nbase.one,6\n"))

        assert "cards.csv, 1 row<" in shown

    def test_changes_what_its_cells_say(self, designer: Client, pair: tuple[Card, Card]) -> None:
        shown = self.send(designer, "id,manaCost,name:zh\nbase.one,6,壹\nbase.two,2,二\n")
        write(designer, shown)

        assert (cost(pair[0]), reloaded_card(pair[0]).draft.texts["zh"]["name"]) == (6, "壹")
        assert reloaded_card(pair[1]).draft.revision == 1
        assert BulkEdit.objects.get().kind == "csv"

    @pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
    @pytest.mark.parametrize("mark", [",", ";", "\t"])
    def test_reads_what_spreadsheets_write(
        self, designer: Client, pair: tuple[Card, Card], encoding: str, mark: str
    ) -> None:
        lines = f"id{mark}manaCost{mark}name:zh\r\nbase.one{mark}６{mark}壹\r\n\r\n"

        write(designer, self.send(designer, lines.encode(encoding)))

        assert (cost(pair[0]), reloaded_card(pair[0]).draft.texts["zh"]["name"]) == (6, "壹")

    def test_names_line_and_column_of_every_error(self, designer: Client, pair: tuple[Card, Card]) -> None:
        content = "id,manaCost,rarity\nbase.one,99,com\nbase.nowhere,1,com\nbase.two,2,purple\nbase.two,3,com\n,1,com\nbase.one\n"

        page = body(self.send(designer, content))

        rows = re.findall(r'<td class="num">(\d+)</td><td[^>]*>([^<]*)</td><td[^>]*>([^<]*)</td>', page)
        assert rows == [
            ("2", "base.one", "manaCost"),
            ("3", "base.nowhere", "id"),
            ("4", "base.two", "rarity"),
            ("5", "base.two", "id"),
            ("6", "", "id"),
            ("7", "base.one", "id"),
        ]
        assert cost(pair[0]) == 1

    @pytest.mark.parametrize(
        ("content", "wanted"),
        [
            (b"", "must name a column"),
            (b"name\nx\n", "must name a column"),
            (b"id,manaCost\nbase.one,\x81\x8d\xff\x90\n", "The encoding is unknown. Save the file as “CSV UTF-8”."),
            (b"id,mana\nbase.one,3\n", "No such column"),
            (b"id,name,name\nbase.one,a,b\n", "This column occurs twice"),
            (b"id\n" + b"".join(b"c%d\n" % n for n in range(1001)), "At most 1000 rows"),
        ],
    )
    def test_says_what_is_wrong_with_a_file(self, designer: Client, content: bytes, wanted: str) -> None:
        assert wanted in body(self.send(designer, content))

    def test_is_refused_for_an_older_revision(self, designer: Client, pair: tuple[Card, Card]) -> None:
        out = self.file(designer).replace(",1,", ",9,", 1)
        save(pair[0], manaCost=3, name="Changed by another")

        page = body(self.send(designer, out))

        assert "The draft has changed" in page
        assert ">/count</code>" in page and ">/name</code>" not in page

    def test_begins_no_formula(self, designer: Client, make_card: MakeCard) -> None:
        evil = make_card("base.evil", name="=HYPERLINK(1)")

        out = self.file(designer, "?q=evil")

        assert ",'=HYPERLINK(1)," in out
        assert "Nothing would change" in body(self.send(designer, out))
        assert reloaded_card(evil).draft.revision == 1


class TestFind:
    def test_is_what_the_enter_key_presses_beside_a_replacement(self, designer: Client) -> None:
        """Enter in a field presses the first button of its form."""
        form = body(designer.get(f"{BULK}find/?node=damage")).split('aria-labelledby="find-h"')[1].split("</form>")[0]
        buttons = re.findall(r'<button [^>]*type="submit"[^>]*>(?:<i [^>]*></i>)?([^<]*)', form)

        assert buttons == ["Find", "Show the changes"]

    @pytest.mark.parametrize(
        ("query", "expected"),
        [
            ("node=type:damage", ["base.counted", "base.deep", "base.hit"]),
            ("node=damage&c0f=/amount&c0o=least&c0v=5", ["base.deep"]),
            ("node=damage&c0f=/amount&c0o=is&c0v=3", ["base.hit"]),
            ("node=damage&c0f=/amount&c0o=computed", ["base.counted"]),
            ("node=damage&f.school=fire", ["base.hit"]),
            ("node=drawCard", ["base.draw"]),
            ("node=type:nothing&json=drawCard", ["base.draw"]),
            ('json="amount":3', ["base.hit"]),
            ('json={ "type": "drawCard" ,', ["base.draw"]),
            ("json=%25", []),
        ],
    )
    def test_finds_cards_by_their_nodes(
        self, client_of: ClientOf, make_card: MakeCard, query: str, expected: list[str]
    ) -> None:
        self.cards(make_card)

        page = body(client_of("viewer").get(f"{BULK}find/?{query}"))

        hits = re.findall(r'class="hit__h"><a href="/packs/core/cards/([^/]+)/', page)
        assert sorted(hits) == expected

    def cards(self, make_card: MakeCard) -> dict[str, Card]:
        def does(*effects: dict[str, Any]) -> list[dict[str, Any]]:
            return [{"at": "onPlay", "do": list(effects)}]

        target = {"type": "monsterChooser"}
        loop = {"type": "loop", "times": 2, "do": [{"type": "damage", "amount": 5, "target": target}]}
        total = {"type": "add", "values": [1, 2]}
        return {
            "hit": make_card(
                "base.hit", school="fire", behaviors=does({"type": "damage", "amount": 3, "target": target})
            ),
            "deep": make_card("base.deep", school="frost", behaviors=does(loop)),
            "draw": make_card("base.draw", behaviors=does({"type": "drawCard", "amount": 1})),
            "counted": make_card(
                "base.counted", school="frost", behaviors=does({"type": "damage", "amount": total, "target": target})
            ),
        }

    def test_leads_to_the_node(self, client_of: ClientOf, make_card: MakeCard) -> None:
        self.cards(make_card)

        page = client_of("viewer").get(f"{BULK}find/?node=damage").content.decode()

        assert "/packs/core/cards/base.deep/?node=%2Fbehaviors%2F0%2Fdo%2F0%2Fdo%2F0" in page
        assert "Behaviours 1 › Do 1 › Do 1 › Deal damage" in body(client_of("viewer").get(f"{BULK}find/?node=damage"))

    def test_replaces_literals_and_names_what_it_leaves(self, client_of: ClientOf, make_card: MakeCard) -> None:
        cards = self.cards(make_card)
        client = client_of("designer")

        response = client.get(f"{BULK}find/?node=damage&at=/amount&how=add&to=2&preview=1")

        assert "2 cards change" in body(response)
        assert "1 place is left out" in body(response) and "base.counted" in body(response)
        assert [reloaded_card(card).draft.revision for card in cards.values()] == [1, 1, 1, 1]
        write(client, response)
        assert reloaded_card(cards["hit"]).draft.document["behaviors"][0]["do"][0]["amount"] == 5
        assert reloaded_card(cards["deep"]).draft.document["behaviors"][0]["do"][0]["do"][0]["amount"] == 7
        assert [reloaded_card(card).draft.revision for card in cards.values()] == [2, 2, 1, 1]

    def test_blocks_a_value_that_breaks_a_card(self, client_of: ClientOf, make_card: MakeCard) -> None:
        cards = self.cards(make_card)
        client = client_of("designer")

        response = client.get(f"{BULK}find/?node=damage&at=/amount&how=times&to=999&preview=1")

        assert "block writing" in body(response)
        assert write(client, response).status_code == 400
        assert reloaded_card(cards["hit"]).draft.revision == 1

    def test_says_what_value_a_field_wants(self, client_of: ClientOf, make_card: MakeCard) -> None:
        self.cards(make_card)

        page = body(client_of("designer").get(f"{BULK}find/?node=damage&at=/amount&how=to&to=much&preview=1"))

        assert "“much”" in page
        assert "hit__h" not in page

    def test_replaces_words_in_texts_of_both_languages(self, client_of: ClientOf, make_card: MakeCard) -> None:
        card = make_card(
            "base.word",
            name="Old stone",
            description="An Old rule.",
            texts={"zh": {"name": "旧石", "notes": "Old note 旧"}},
        )
        client = client_of("designer")

        write(client, client.get(f"{BULK}find/?find=Old&put=New&preview=1"))
        write(client, client.get(f"{BULK}find/?find=旧&put=新&field=name&preview=1"))

        draft = reloaded_card(card).draft
        assert (draft.document["name"], draft.document["description"]) == ("New stone", "An New rule.")
        assert draft.texts["zh"] == {"name": "新石", "notes": "New note 旧"}


class TestAccess:
    @pytest.mark.parametrize("url", ["", "find/?node=damage", "csv/", "cards.csv", "history/"])
    @pytest.mark.parametrize(("role", "status"), [("viewer", 200), ("stranger", 404), ("anonymous", 302)])
    @pytest.mark.usefixtures("pair")
    def test_reads_are_for_members(self, client_of: ClientOf, url: str, role: str, status: int) -> None:
        assert client_of(role).get(f"{BULK}{url}").status_code == status

    @pytest.mark.parametrize(("role", "status"), [("viewer", 403), ("stranger", 404), ("anonymous", 302)])
    def test_writes_are_for_designers(
        self, pair: tuple[Card, Card], client_of: ClientOf, designer: Client, role: str, status: int
    ) -> None:
        plan = json.dumps(plan_in(designer.post(f"{BULK}check/", grid_form(pair[0], manaCost="4"))))
        client = client_of(role)

        requests = [client.post(f"{BULK}write/", {"plan": plan}), client.post(f"{BULK}check/", {"plan": plan})]
        requests += [client.post(f"{BULK}history/1/undo/"), TestCsv().send(client, "id\nbase.one\n")]

        assert [answer.status_code for answer in requests] == [status] * 4
        assert cost(pair[0]) == 1

    @pytest.mark.parametrize(
        "plan",
        [
            "",
            "{",
            "[]",
            '{"kind": "other", "cards": []}',
            '{"kind": "undo", "cards": [{"id": "base.one", "changes": [{"pointer": "/manaCost", "value": 9}]}]}',
            '{"kind": "grid", "cards": [{"id": "base.one", "changes": [{"pointer": "/name", "language": []}]}]}',
            '{"kind": "grid", "cards": [1]}',
            '{"kind": "grid", "cards": [{"id": "base.one", "changes": [{"pointer": "x"}]}]}',
            '{"kind": "grid", "cards": [{"id": "base.one", "changes": [{"pointer": "/id", "value": "b"}]}]}',
            '{"kind": "grid", "cards": [{"id": "base.one", "changes": [{"pointer": "/name/x", "value": 1}]}]}',
            '{"kind": "grid", "cards": [{"id": "base.one", "changes": []}, {"id": "base.one", "changes": []}]}',
        ],
    )
    def test_refuses_what_is_no_plan(self, designer: Client, pair: tuple[Card, Card], plan: str) -> None:
        assert designer.post(f"{BULK}write/", {"plan": plan}).status_code == 400


class TestQueries:
    @pytest.mark.parametrize("url", ["", "find/?node=damage", "history/"])
    def test_stay_as_many_for_more_cards(
        self, designer: Client, make_card: Callable[..., Card], pair: tuple[Card, Card], url: str
    ) -> None:
        def asked() -> int:
            designer.get(f"{BULK}{url}")
            with CaptureQueriesContext(connection) as caught:
                assert designer.get(f"{BULK}{url}").status_code == 200
            return len(caught)

        write(designer, designer.post(f"{BULK}check/", grid_form(pair[0], manaCost="4")))
        few_request = asked()
        for n in range(5):
            card = make_card(f"base.more{n}")
            write(designer, designer.post(f"{BULK}check/", grid_form(card, manaCost="7")))

        assert asked() == few_request

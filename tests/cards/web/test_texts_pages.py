"""The pages of texts and of the glossary: saves that lose nothing, filters in the address, files out and in."""

from __future__ import annotations

import csv
import io
import re
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from cards.models import Account, AuditEvent, Card, DraftRevision, GlossaryTerm, Pack
from cards.queries.history import draft_get
from cards.services.draft import draft_save
from cards.services.glossary import TermForm, glossary_add
from cards.services.pack import PackForm, pack_create
from tests.cards.conftest import MakeCard, card_text
from tests.cards.web.conftest import ClientOf

TEXTS = "/packs/core/texts/"
GLOSSARY = "/packs/core/glossary/"
STONE = f"{TEXTS}cards/base.stone/"
ZH = {"name": "小石头", "description": "对一个怪物造成5点伤害。", "notes": "语气平实。"}
DEAL_5, DEAL_6 = "Deal 5 damage to a monster.", "Deal 6 damage to a monster."


@pytest.fixture
def stone(make_card: MakeCard) -> Card:
    return make_card(texts={"zh": ZH, "en": {"notes": "Dry."}}, description=DEAL_5)


def move_on(card: Card, actor: Account, description: str = DEAL_6) -> None:
    """Change the source, which makes the translation stale."""
    text = card_text(card.written_id, description=description)
    draft_save(actor=actor, card=card, text=text, texts=None, based_on=draft_get(card=card).etag)


def body(client: Client, url: str) -> str:
    answer = client.get(url)
    assert answer.status_code == 200
    return str(answer.content.decode())


def listed(html: str) -> list[str]:
    return re.findall(r'id="card-([^"]+)"', html)


def save(client: Client, card: Card, headers: Any = None, **form: str) -> Any:
    sent = {"etag": draft_get(card=card).etag, "language": "zh", "back": "lang=zh&state=todo", **form}
    return client.post(f"{TEXTS}cards/{card.written_id}/", sent, headers=headers or {})


class TestList:
    def test_shows_stale_and_missing_texts_first(
        self, stone: Card, make_card: MakeCard, admin: Account, client_of: ClientOf
    ) -> None:
        make_card("base.a", texts={"zh": {"name": "甲", "description": "五"}}, description=DEAL_5)
        make_card("base.b", description=DEAL_5)
        move_on(stone, admin)
        client = client_of("viewer")

        assert listed(body(client, f"{TEXTS}?state=all")) == ["base.stone", "base.b", "base.a"]
        assert listed(body(client, TEXTS)) == ["base.stone", "base.b"]

    def test_shows_what_moved(self, stone: Card, admin: Account, client_of: ClientOf) -> None:
        move_on(stone, admin)
        html = re.sub(r'<span class="sr">[^<]*</span>', "", body(client_of("viewer"), TEXTS))

        assert 'Deal <del class="w">5</del><ins class="w">6</ins> damage' in html

    @pytest.mark.parametrize(
        ("query", "expected"),
        [
            ("state=stale", ["base.stone"]),
            ("state=missing", ["base.b"]),
            ("state=generated", ["base.a"]),
            ("state=written&field=name", ["base.a", "base.stone"]),
            ("state=stale&field=name", []),
            ("state=written&field=notes", ["base.stone"]),
            ("state=all&field=notes", ["base.stone", "base.a", "base.b"]),
            ("state=all&q=石头", ["base.stone"]),
            ("q=甲", ["base.a"]),
            ("state=all&q=平实", ["base.stone"]),
            ("state=all&q=damage 6", ["base.stone"]),
            ("state=nonsense&lang=fr&field=x&page=-1", ["base.stone", "base.b"]),
            ("lang=en&state=generated", ["base.a"]),
            ("lang=en&state=stale", []),
        ],
    )
    def test_is_filtered_by_its_address(
        self,
        stone: Card,
        make_card: MakeCard,
        admin: Account,
        client_of: ClientOf,
        query: str,
        expected: list[str],
    ) -> None:
        make_card("base.a", texts={"zh": {"name": "甲"}}, description="")
        make_card("base.b", description=DEAL_5)
        move_on(stone, admin)

        assert listed(body(client_of("viewer"), f"{TEXTS}?{query}")) == expected

    @pytest.mark.parametrize(
        "query", ["lang=zh", "lang=zh&q=damage", "lang=zh&q=甲&field=name", "lang=en&q=石头", "q=nowhere"]
    )
    def test_says_on_each_tab_how_many_texts_it_lists(
        self, stone: Card, make_card: MakeCard, admin: Account, client_of: ClientOf, query: str
    ) -> None:
        make_card("base.a", texts={"zh": {"name": "甲"}}, description="")
        make_card("base.b", description=DEAL_5)
        move_on(stone, admin)
        client = client_of("viewer")
        tabs = client.get(f"{TEXTS}?{query}").context["texts"].tabs
        pages = {tab.key: client.get(f"{TEXTS}{tab.url}").context["texts"] for tab in tabs}
        texts = {
            key: sum(bool(pair.target.state) for card in page.cards for pair in card.pairs)
            for key, page in pages.items()
        }

        assert {tab.key: tab.count for tab in tabs} == texts

    def test_leaves_out_other_packs_and_the_trash(
        self, stone: Card, make_card: MakeCard, admin: Account, client_of: ClientOf
    ) -> None:
        away = pack_create(actor=admin, slug="away", ruleset="wizards", form=PackForm(name={"en": "Away"}))
        Card.objects.filter(pk=make_card("base.moved").pk).update(pack=away)
        Card.objects.filter(pk=make_card("base.trash").pk).update(trashed_at="2026-01-01T00:00Z")

        assert listed(body(client_of("admin"), f"{TEXTS}?state=all")) == ["base.stone"]
        assert listed(body(client_of("admin"), "/packs/away/texts/?state=all")) == ["base.moved"]

    def test_says_what_an_empty_list_means(self, pack: Pack, client_of: ClientOf, make_card: MakeCard) -> None:
        client = client_of("viewer")
        empty = body(client, TEXTS)
        make_card(texts={"zh": ZH}, description=DEAL_5)

        assert "No texts yet" in empty
        assert "Nothing is stale or missing" in body(client, TEXTS)
        assert "Nothing matches these filters" in body(client, f"{TEXTS}?state=stale&q=x")

    def test_asks_as_often_for_many_cards(
        self, stone: Card, make_card: MakeCard, admin: Account, client_of: ClientOf
    ) -> None:
        client = client_of("viewer")

        def asked() -> int:
            with CaptureQueriesContext(connection) as caught:
                body(client, f"{TEXTS}?state=all")
            return len(caught)

        asked()
        few_request = asked()
        for n in range(12):
            make_card(f"base.more{n}", texts={"zh": ZH})
            glossary_add(actor=admin, pack=stone.pack, form=TermForm(f"word {n}", f"词{n}"))

        assert (asked(), few_request <= 12) == (few_request, True)

    def test_draws_a_card_that_cannot_be_read(self, stone: Card, admin: Account, client_of: ClientOf) -> None:
        move_on(stone, admin)
        etag = draft_get(card=stone).etag
        draft_save(actor=admin, card=stone, text='{"id": "base.stone",', texts=None, based_on=etag)

        assert listed(body(client_of("viewer"), TEXTS)) == ["base.stone"]
        assert "The source has changed." in body(client_of("designer"), TEXTS)

    def test_warns_where_the_glossary_says_otherwise(self, stone: Card, admin: Account, client_of: ClientOf) -> None:
        glossary_add(actor=admin, pack=stone.pack, form=TermForm("monster", "魔物", avoid_zh=["怪物"]))
        html = body(client_of("viewer"), f"{TEXTS}?state=all")

        assert "The glossary says “魔物”, not “怪物”." in html
        assert '<span lang="zh-Hans">怪物</span> → <span lang="zh-Hans">魔物</span>' in html


class TestSave:
    def test_writes_one_revision_and_comes_back_to_the_list(self, stone: Card, client_of: ClientOf) -> None:
        events = AuditEvent.objects.count()
        answer = save(client_of("designer"), stone, description="造成５点伤害，抽牌！\r\n🔥")
        draft = draft_get(card=stone)

        assert answer.headers["Location"] == f"{TEXTS}?lang=zh&state=todo#card-base.stone"
        assert draft.texts["zh"] == {**ZH, "description": "造成５点伤害，抽牌！\n🔥"}
        assert (draft.revision, draft.saved_by.email) == (2, "designer@example.org")
        assert AuditEvent.objects.count() == events

    def test_of_the_source_changes_that_text_in_the_document_alone(
        self, make_card: MakeCard, admin: Account, client_of: ClientOf
    ) -> None:
        card = make_card()
        text = '{\n  // a stone\n  "id": "base.stone",\n  "name": "Stone", "rarity": "com",\n}\n'
        draft_save(actor=admin, card=card, text=text, texts=None, based_on=draft_get(card=card).etag)
        save(client_of("designer"), card, language="en", name='A "stone"', description="", notes="Dry.")
        first = draft_get(card=card)
        save(client_of("designer"), card, language="en", description="Do\nit.")

        assert first.text == text.replace('"Stone"', '"A \\"stone\\""')
        assert first.texts == {"en": {"notes": "Dry."}}
        written = first.text.replace('\\"stone\\""', '\\"stone\\"",\n  "description": "Do\\nit."')
        assert draft_get(card=card).text == written

    def test_takes_the_generated_text_with_what_else_was_typed(self, stone: Card, client_of: ClientOf) -> None:
        save(client_of("designer"), stone, do="generated", name="石", description="unsaved")

        assert draft_get(card=stone).texts["zh"]["description"] == "对你选择的一个怪物造成5点伤害。"
        assert draft_get(card=stone).texts["zh"]["name"] == "石"

    def test_marks_a_text_as_still_right(self, stone: Card, admin: Account, client_of: ClientOf) -> None:
        move_on(stone, admin)
        save(client_of("designer"), stone, still_right="description", description=ZH["description"])
        draft = draft_get(card=stone)

        assert (draft.revision, draft.bases, draft.texts["zh"]) == (3, {}, ZH)
        assert listed(body(client_of("viewer"), TEXTS)) == []

    @pytest.mark.parametrize("headers", [{}, {"X-Fragment": "card"}])
    def test_keeps_what_was_typed_when_somebody_saved_before(
        self, stone: Card, admin: Account, client_of: ClientOf, headers: dict[str, str]
    ) -> None:
        old = draft_get(card=stone).etag
        save(client_of("admin"), stone, description="他们的")
        answer = save(client_of("designer"), stone, headers, etag=old, description="我的\n“文案”")
        html = answer.content.decode()

        assert answer.status_code == 412
        assert "admin@example.org saved this card while you were writing." in html
        assert "我的\n“文案”</textarea>" in html
        assert "他们的" in html
        assert draft_get(card=stone).texts["zh"]["description"] == "他们的"

        etag = re.search(r'name="etag" value="([^"]+)"', html)
        assert etag
        again = save(client_of("designer"), stone, etag=etag[1], description="我的")
        assert (again.status_code, draft_get(card=stone).texts["zh"]["description"]) == (302, "我的")
        assert DraftRevision.objects.filter(texts__zh__description="他们的").exists()

    def test_gives_the_script_the_card_alone(self, stone: Card, client_of: ClientOf) -> None:
        answer = save(client_of("designer"), stone, {"X-Fragment": "card"}, description="五")
        html = answer.content.decode()

        assert (answer.status_code, listed(html), "<html" in html) == (200, ["base.stone"], False)
        assert 'data-note="Saved as revision 2."' in html

    @pytest.mark.parametrize(
        ("form", "status", "words"),
        [
            ({"description": "长" * 1_001}, 400, "At most 1000 characters."),
            ({"description": "a\0b"}, 400, "characters that cannot be stored"),
            ({"name": "石", "etag": ""}, 428, "State which revision you are changing"),
        ],
    )
    def test_refuses_in_plain_words_and_keeps_the_rest(
        self, stone: Card, client_of: ClientOf, form: dict[str, str], status: int, words: str
    ) -> None:
        answer = save(client_of("designer"), stone, **form)

        assert (answer.status_code, words in answer.content.decode()) == (status, True)
        assert draft_get(card=stone).revision == 1

    def test_of_a_source_that_does_not_parse_keeps_what_was_typed(
        self, stone: Card, admin: Account, client_of: ClientOf
    ) -> None:
        etag = draft_get(card=stone).etag
        draft_save(actor=admin, card=stone, text='{"id": "base.stone",', texts=None, based_on=etag)
        answer = save(client_of("designer"), stone, language="en", description="Typed.")

        assert (answer.status_code, "Typed.</textarea>" in answer.content.decode()) == (400, True)

    @pytest.mark.parametrize(
        ("role", "status"), [("anonymous", 302), ("stranger", 404), ("viewer", 403), ("designer", 302)]
    )
    def test_is_for_designers(self, stone: Card, client_of: ClientOf, role: str, status: int) -> None:
        answer = save(client_of(role), stone, description="五")

        assert answer.status_code == status
        assert draft_get(card=stone).revision == (2 if role == "designer" else 1)

    def test_of_another_packs_card_is_not_found(self, stone: Card, people: dict[str, Account]) -> None:
        other_stranger = people["stranger"]
        pack_create(actor=other_stranger, slug="away", ruleset="wizards", form=PackForm(name={"en": "Away"}))
        client = Client()
        client.force_login(other_stranger)
        sent = {"etag": draft_get(card=stone).etag, "language": "zh", "name": "偷"}

        assert client.post("/packs/away/texts/cards/base.stone/", sent).status_code == 404
        assert draft_get(card=stone).revision == 1


def exported(client: Client, query: str = "state=all") -> bytes:
    answer = client.get(f"{TEXTS}export/?{query}")
    assert answer.status_code == 200
    return b"".join(answer.streaming_content)  # type: ignore[arg-type]  # a streaming answer


def upload(client: Client, data: bytes, **form: str) -> Any:
    file = SimpleUploadedFile("core-zh.csv", data, content_type="text/csv")
    return client.post(f"{TEXTS}import/", {"file": file, "do": "check", **form})


def payload(html: str) -> str:
    found = re.search(r'name="payload" value="([^"]+)"', html)
    assert found, html
    return found[1]


class TestFiles:
    def test_go_out_as_the_filters_say(self, stone: Card, make_card: MakeCard, client_of: ClientOf) -> None:
        make_card("base.b", description=DEAL_5)
        client = client_of("viewer")
        rows = list(csv.DictReader(io.StringIO(exported(client).decode("utf-8-sig"))))
        missing = list(csv.DictReader(io.StringIO(exported(client, "state=missing&field=name").decode("utf-8-sig"))))

        assert {row["key"]: row["state"] for row in rows} == {
            "base.b/name/zh": "missing",
            "base.b/description/zh": "missing",
            "base.stone/name/zh": "written",
            "base.stone/description/zh": "written",
            "base.stone/notes/zh": "written",
        }
        assert [row["key"] for row in missing] == ["base.b/name/zh"]

    def test_come_in_after_a_report(self, stone: Card, client_of: ClientOf) -> None:
        client = client_of("designer")
        data = exported(client).replace("对一个怪物造成5点伤害。".encode(), "造成５点伤害🔥".encode())
        report = upload(client, data).content.decode()
        before = draft_get(card=stone).revision
        answer = client.post(f"{TEXTS}import/", {"payload": payload(report), "do": "write"})

        assert (before, "Nothing has been written yet" in report, "Write 1, skip 0" in report) == (1, True, True)
        assert answer.headers["Location"] == TEXTS
        assert draft_get(card=stone).texts["zh"]["description"] == "造成５点伤害🔥"
        assert AuditEvent.objects.latest("id").action == "texts.import"
        assert "imported texts into" in body(client, "/packs/core/")

    def test_with_mistakes_are_refused_with_line_and_column(self, stone: Card, client_of: ClientOf) -> None:
        client = client_of("designer")
        answer = upload(client, exported(client).replace(b"base.stone/name/zh", b"base.stone/nom/zh"))
        html = re.sub(r"\s+", " ", answer.content.decode())

        assert answer.status_code == 422
        assert "Line 2, <code>key</code>: “base.stone/nom/zh” names no text." in html
        assert client.post(f"{TEXTS}import/", {"payload": payload(html), "do": "write"}).status_code == 400

    def test_are_asked_about_what_moved_on(self, stone: Card, admin: Account, client_of: ClientOf) -> None:
        client = client_of("designer")
        data = exported(client).replace("对一个怪物造成5点伤害。".encode(), "五".encode())
        move_on(stone, admin)
        report = upload(client, data).content.decode()
        sent = {"payload": payload(report), "older": "stale"}
        checked = client.post(f"{TEXTS}import/", {**sent, "do": "check"}).content.decode()
        client.post(f"{TEXTS}import/", {**sent, "do": "write"})

        assert "Translated from a source that has changed since" in report
        assert "Write 1, skip 0" in checked
        assert draft_get(card=stone).bases == {"zh": {"description": DEAL_5}}

    @pytest.mark.parametrize(
        ("form", "status"),
        [({}, 400), ({"payload": "x"}, 409), ({"payload": "eJw="}, 409), ({"payload": "AAAA", "do": "write"}, 409)],
    )
    def test_that_did_not_arrive_are_asked_for_again(
        self, stone: Card, client_of: ClientOf, form: dict[str, str], status: int
    ) -> None:
        answer = client_of("designer").post(f"{TEXTS}import/", form)

        assert (answer.status_code, "Nothing was written." in answer.content.decode()) == (status, True)

    @pytest.mark.parametrize(("role", "status"), [("anonymous", 302), ("stranger", 404), ("viewer", 403)])
    def test_are_written_by_designers_alone(self, stone: Card, client_of: ClientOf, role: str, status: int) -> None:
        assert client_of(role).get(f"{TEXTS}import/").status_code == status
        assert client_of(role).post(f"{TEXTS}import/", {"do": "write"}).status_code == status

    def test_of_the_source_are_refused(self, stone: Card, client_of: ClientOf) -> None:
        assert client_of("viewer").get(f"{TEXTS}export/?lang=en").status_code == 400

    def test_are_not_for_strangers(self, stone: Card, client_of: ClientOf) -> None:
        assert client_of("stranger").get(f"{TEXTS}export/").status_code == 404


TERM = {"do": "save", "en": "card", "zh": "卡牌", "also_zh": "牌、卡", "avoid_zh": "卡片，纸片; 票", "note": "一张牌"}


class TestGlossary:
    def test_takes_a_term_with_commas_of_either_width(self, pack: Pack, client_of: ClientOf) -> None:
        answer = client_of("designer").post(GLOSSARY, TERM)
        term = GlossaryTerm.objects.get()

        assert answer.headers["Location"] == GLOSSARY
        assert (term.also_zh, term.avoid_zh, term.pack) == (["牌", "卡"], ["卡片", "纸片", "票"], pack)
        assert AuditEvent.objects.latest("id").action == "glossary.add"

    def test_changes_and_removes_it(self, pack: Pack, client_of: ClientOf) -> None:
        client = client_of("designer")
        client.post(GLOSSARY, TERM)
        term = str(GlossaryTerm.objects.get().pk)
        page = body(client, f"{GLOSSARY}?term={term}")
        client.post(GLOSSARY, {**TERM, "term": term, "revision": "1", "zh": "牌卡"})
        changed = GlossaryTerm.objects.get().zh
        client.post(GLOSSARY, {"do": "remove", "term": term})

        assert 'value="牌, 卡"' in page
        assert (changed, GlossaryTerm.objects.exists()) == ("牌卡", False)

    def test_keeps_what_was_typed_when_somebody_changed_it_before(self, pack: Pack, client_of: ClientOf) -> None:
        client_of("designer").post(GLOSSARY, TERM)
        term = str(GlossaryTerm.objects.get().pk)
        client_of("admin").post(GLOSSARY, {**TERM, "term": term, "revision": "1", "zh": "他们的"})
        answer = client_of("designer").post(GLOSSARY, {**TERM, "term": term, "revision": "1", "zh": "我的"})
        html = answer.content.decode()

        assert answer.status_code == 412
        assert "他们的" in html
        assert 'value="我的"' in html
        assert 'name="revision" value="2"' in html

    @pytest.mark.parametrize(
        ("form", "status", "words"),
        [
            ({"zh": ""}, 400, "This field is required."),
            ({"en": "x" * 81}, 400, "at most 80 characters"),
            ({"avoid_zh": "牌"}, 400, "is one of the right words"),
            ({"en": "a\0b"}, 400, "Null characters are not allowed."),
            ({"term": "99999"}, 404, "Not found"),
            ({"term": "x"}, 404, "Not found"),
            ({"do": "remove"}, 404, "Not found"),
        ],
    )
    def test_refuses_at_the_field(
        self, pack: Pack, client_of: ClientOf, form: dict[str, str], status: int, words: str
    ) -> None:
        answer = client_of("designer").post(GLOSSARY, {**TERM, **form})

        assert (answer.status_code, words in answer.content.decode()) == (status, True)
        assert not GlossaryTerm.objects.exists()

    def test_says_that_a_term_is_there_already(self, pack: Pack, client_of: ClientOf) -> None:
        client = client_of("designer")
        client.post(GLOSSARY, TERM)
        answer = client.post(GLOSSARY, {**TERM, "en": "CARD"})

        assert answer.status_code == 409
        assert "The glossary already has this term." in answer.content.decode()

    def test_takes_the_terms_of_the_game_once(self, pack: Pack, client_of: ClientOf) -> None:
        client = client_of("designer")
        offered_page = body(client, GLOSSARY)
        client.post(GLOSSARY, {"do": "seed"})

        assert "Add 4 terms of the game" in offered_page
        assert GlossaryTerm.objects.count() == 4
        assert "terms of the game" not in body(client, GLOSSARY)

    @pytest.mark.parametrize(("role", "status"), [("anonymous", 302), ("stranger", 404), ("viewer", 403)])
    def test_is_changed_by_designers_alone(self, pack: Pack, client_of: ClientOf, role: str, status: int) -> None:
        answers = {client_of(role).post(GLOSSARY, {**TERM, "do": do}).status_code for do in ("save", "seed")}

        assert (answers, GlossaryTerm.objects.exists()) == ({status}, False)

    def test_of_another_pack_is_not_found(self, pack: Pack, people: dict[str, Account], client_of: ClientOf) -> None:
        client_of("designer").post(GLOSSARY, TERM)
        term = str(GlossaryTerm.objects.get().pk)
        pack_create(actor=people["stranger"], slug="away", ruleset="wizards", form=PackForm(name={"en": "Away"}))
        client = client_of("stranger")

        assert client.get(f"/packs/away/glossary/?term={term}").status_code == 404
        assert client.post("/packs/away/glossary/", {"do": "remove", "term": term}).status_code == 404
        assert "卡牌" not in body(client, "/packs/away/glossary/")
        assert GlossaryTerm.objects.exists()

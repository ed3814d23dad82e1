"""Names inside a card, as those of a character's skills: on the texts page, in files of translators, on the face and in releases."""

from __future__ import annotations

import csv
import io
import json
import re
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from cards.gateway import rulesets
from cards.models import Account, Card, Pack
from cards.queries.history import draft_get
from cards.queries.releases import release_bulk, release_file_data
from cards.queries.texts import card_texts, text_counts
from cards.services.card import card_create
from cards.services.draft import draft_save
from cards.services.pack import PackForm, pack_create
from cards.services.release import ReleaseOrder, release_publish
from cards.services.version import version_create
from tests.cards.conftest import ANYWAY

TEXTS = "/packs/dice/texts/"
NAME, SECOND = "skills.attack.name", "skills.blow.name"
DARIO = next(card for card in rulesets.sample_pack("genius").cards if card.id == "genius.character.dario")


def typed(**changes: Any) -> str:
    """Return the text of the card; `attack` renames its first skill."""
    document = json.loads(DARIO.text)
    document["skills"][0]["name"] = changes.get("attack", document["skills"][0]["name"])
    if changes.get("turned"):
        document["skills"].reverse()
    return json.dumps(document, ensure_ascii=False, indent=1)


@pytest.fixture
def dice(admin: Account) -> Pack:
    form = PackForm(name={"en": "Dice"}, approvals_needed=0)
    return pack_create(actor=admin, slug="dice", ruleset="genius", form=form)


@pytest.fixture
def dario(admin: Account, dice: Pack) -> Card:
    texts = {"zh": {"name": "达里奥", NAME: "炉渣劈"}}
    return card_create(actor=admin, pack=dice, text=typed(), texts=texts)


@pytest.fixture
def client(admin: Account) -> Client:
    found = Client()
    found.force_login(admin)
    return found


def save(actor: Account, card: Card, text: str, texts: Any = None) -> None:
    draft_save(actor=actor, card=card, text=text, texts=texts, based_on=draft_get(card=card).etag)


def states(card: Card) -> dict[str, str]:
    """Return the states of the names inside the card in Chinese, once it is known that the index counts the same."""
    draft = draft_get(card=card)
    values_by_name = {
        name: state.value
        for (language, name), state in card_texts(pack=card.pack, state=draft).state_map().items()
        if language == "zh" and name.startswith("skills.")
    }
    counts = text_counts(pack=card.pack, language="zh", name="inner")
    for state in ("written", "missing", "stale"):
        assert counts[state] == list(values_by_name.values()).count(state)
    return values_by_name


class TestStates:
    def test_of_each_name_are_known(self, dario: Card) -> None:
        assert states(dario) == {NAME: "written", SECOND: "missing", "skills.bellows.name": "missing"}

    def test_follow_the_name_in_the_document(self, dario: Card, admin: Account) -> None:
        save(admin, dario, typed(attack="Cinder Cut"))

        assert states(dario)[NAME] == "stale"

    def test_do_not_follow_its_place(self, dario: Card, admin: Account) -> None:
        save(admin, dario, typed(turned=True))

        assert states(dario)[NAME] == "written"

    @pytest.mark.parametrize("name", ["skills.attack", "name.x", "a/b.c.d", ".a.b", "x" * 200 + ".a.b"])
    def test_are_refused_under_a_name_that_no_text_has(self, dario: Card, client: Client, name: str) -> None:
        body = {"text": typed(), "texts": {"zh": {name: "甲"}}}
        answer = client.put(
            f"/packs/dice/cards/{dario.written_id}/draft/",
            json.dumps(body),
            content_type="application/json",
            headers={"If-Match": f'"{draft_get(card=dario).etag}"'},
        )

        assert answer.status_code == 400
        assert "No such text." in answer.content.decode()


class TestPage:
    def test_lists_what_is_missing_and_saves_it(self, dario: Card, client: Client) -> None:
        page = client.get(f"{TEXTS}?field=inner").content.decode()
        assert "Skill, name: blow" in page and "Skill, name: attack" not in page

        form = {"etag": draft_get(card=dario).etag, "language": "zh", "back": "", SECOND: "锤击"}
        client.post(f"{TEXTS}cards/{dario.written_id}/", form)

        assert draft_get(card=dario).texts["zh"] == {"name": "达里奥", NAME: "炉渣劈", SECOND: "锤击"}
        assert states(dario)[SECOND] == "written"

    def test_confirms_a_stale_one(self, dario: Card, admin: Account, client: Client) -> None:
        save(admin, dario, typed(attack="Cinder Cut"))
        form = {"etag": draft_get(card=dario).etag, "language": "zh", "back": "", NAME: "炉渣劈", "still_right": NAME}
        client.post(f"{TEXTS}cards/{dario.written_id}/", form)

        assert states(dario)[NAME] == "written"

    def test_has_them_beside_the_editor_and_on_the_face(self, dario: Card, client: Client) -> None:
        client.post("/preferences/", {"language": "zh"})
        page = client.get(f"/packs/dice/cards/{dario.written_id}/").content.decode()

        assert re.search(rf'<input[^>]* name="zh-{NAME}"[^>]* value="炉渣劈"', page)
        assert re.search(rf'<input[^>]* name="en-{NAME}"[^>]* value="Cinder Chop"[^>]* readonly', page)
        assert "【炉渣劈】普通攻击①火" in page


class TestFiles:
    def test_go_out_and_come_in_as_csv(self, dario: Card, client: Client) -> None:
        out = b"".join(client.get(f"{TEXTS}export/?state=all").streaming_content)  # type: ignore[arg-type]  # it streams
        rows = list(csv.DictReader(io.StringIO(out.decode("utf-8-sig"))))
        row = next(row for row in rows if row["key"] == f"{dario.written_id}/{SECOND}/zh")
        assert (row["source"], row["state"]) == ("Hammer Blow", "missing")

        string_io = io.StringIO(newline="")
        writer = csv.DictWriter(string_io, fieldnames=list(row))
        writer.writeheader()
        writer.writerow({**row, "text": "锤击"})
        file = SimpleUploadedFile("zh.csv", string_io.getvalue().encode(), content_type="text/csv")
        page = client.post(f"{TEXTS}import/", {"file": file, "do": "check"}).content.decode()
        payload = re.search(r'name="payload" value="([^"]+)"', page)
        assert payload
        client.post(f"{TEXTS}import/", {"payload": payload[1], "do": "write"})

        assert states(dario)[SECOND] == "written"

    def test_are_released_with_the_card_that_has_them(self, dario: Card, admin: Account, dice: Pack) -> None:
        texts = {"zh": {"name": "达里奥", NAME: "炉渣劈", "skills.gone.name": "无"}}
        save(admin, dario, typed(turned=True), texts)
        version_create(actor=admin, card=dario, based_on=draft_get(card=dario).etag, message="First")
        release = release_publish(actor=admin, pack=dice, order=ReleaseOrder("1.0.0", override=ANYWAY))

        held = json.loads(release_file_data(release=release, path="text/zh.json"))
        assert held["cards"][dario.written_id] == {"name": "达里奥", NAME: "炉渣劈"}
        (card,) = json.loads(release_bulk(release=release, language="zh"))["cards"]
        assert (card["name"], card["skills"][-1]["name"], card["skills"][0]["name"]) == ("达里奥", "炉渣劈", "Bellows")

"""Several games that are broken at once, each in a way of its own: command line, start and operator's page list every fault, and the portal works."""

from __future__ import annotations

import io
import json
import re
import time
import zipfile
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from django.test import Client

from cards.models import Account, Card, Pack
from engine import api
from engine.commands.entry import main
from engine.ruleset.faults import Fault
from engine.rulesets import SHIPPED_FOLDER, load_failures
from portal.supervisor import up
from portal.supervisor.console import Console
from tests.cards.web.conftest import ClientOf
from tests.cards.web.test_every_game import make_card, page_of
from tests.engine.third_ruleset import EXAMPLE, EXAMPLES, FOLDER, NAME

SOURCES = {
    NAME: "RULESET = (\n",
    "ember_import": "import no_such_module\n",
    "ember_exit": "raise SystemExit(3)\n",
    "ember_loop": "def again(n):\n    return again(n + 1)\n\n\nRULESET = again(0)\n",
    "ember_missing": "game = None\n",
    "ember_other": "RULESET = 3\n",
}
"""The source of each game; the example has two faults besides, in what is otherwise right."""
SLIPS = (('cost="mana"', 'cost="manna"'), ("game.score(health=2", "game.score(helth=2"))
PACKS = {NAME: "move", EXAMPLE: "minion"}
"""The games that were there when their packs were made, and are broken now, each with a template."""
WELL = ("/", "/packs/", "/help/", "/help/wizards/", "/games.css", "/new-pack/", "/reviews/", "/operator/", "/account/")


@pytest.fixture
def operator(people: dict[str, Account], client_of: ClientOf) -> Client:
    return client_of("operator")


@pytest.fixture
def games_folder(operator: Client, tmp_path: Path) -> Iterator[Path]:
    """Make a card of each game while all is well, then break the games; return the folder that they are in."""
    api.search_rulesets([FOLDER, EXAMPLES])
    try:
        for game, template in PACKS.items():
            form = {"name_en": game, "slug": f"my-{game}", "ruleset": game, "source_language": "en"}
            operator.post("/new-pack/", {**form, "visibility": "private"})
            make_card(operator, Pack.objects.get(slug=f"my-{game}"), template)
        for game, source in SOURCES.items():
            (tmp_path / game).mkdir()
            (tmp_path / game / "__init__.py").write_text(source, "utf-8")
        example = (EXAMPLES / EXAMPLE / "__init__.py").read_text("utf-8")
        for right, wrong in SLIPS:
            assert right in example
            example = example.replace(right, wrong, 1)
        (tmp_path / EXAMPLE).mkdir()
        (tmp_path / EXAMPLE / "__init__.py").write_text(example, "utf-8")
        api.search_rulesets([tmp_path])
        yield tmp_path
    finally:
        api.search_rulesets([])


def all_faults() -> list[Fault]:
    return [row for fault in load_failures() for row in (fault, *fault.more)]


@pytest.mark.usefixtures("games_folder")
class TestSeveralBrokenGames:
    def test_are_listed_by_the_operators_page_in_both_languages(self, operator: Client) -> None:
        faults = all_faults()
        assert {fault.name for fault in faults} == {*SOURCES, EXAMPLE}
        assert len([fault for fault in faults if fault.name == EXAMPLE]) >= len(SLIPS)
        for language, title in (("en", "Games that cannot be loaded"), ("zh", "无法载入的游戏规则")):
            operator.post("/preferences/", {"language": language})
            page = unescape(re.sub(r"</?bdi[^>]*>", "", operator.get("/operator/").content.decode()))
            reasons = [getattr(fault.text, language) for fault in faults]

            assert title in page
            assert [fault.place for fault in faults if fault.place not in page] == []
            assert [reason for reason in reasons if reason not in page] == []

    def test_are_listed_when_the_portal_starts(self, monkeypatch: pytest.MonkeyPatch) -> None:
        out = io.StringIO()
        plan = SimpleNamespace(address=SimpleNamespace(url="http://here"), data_dir=Path("var"))
        monkeypatch.setattr(up.provision, "how_to_sign_in", lambda plan: [])
        up.Up(cast(Any, plan), Console(out))._welcome()

        assert [fault for fault in all_faults() if f"{fault.place}: {fault.text.en}" not in out.getvalue()] == []

    @pytest.mark.parametrize("language", ["en", "zh"])
    def test_are_listed_by_the_command_line(
        self, games_folder: Path, language: str, capsys: pytest.CaptureFixture[str]
    ) -> None:
        faults, variables = all_faults(), {"CARDLOOM_RULESETS": str(games_folder)}
        status = main(("rulesets", "--lang", language), time.process_time, variables)
        answer = capsys.readouterr()

        assert (status, [game for game in ("wizards", "halo", "genius", "encounter") if game not in answer.out]) == (
            0,
            [],
        )
        assert [fault for fault in faults if getattr(fault.text, language) not in answer.err] == []
        assert "Traceback" not in answer.err
        assert main(("validate", str(SHIPPED_FOLDER / "halo" / "decks")), time.process_time, variables) == 0

    def test_harm_no_page_of_the_portal(self, operator: Client) -> None:
        pack = {
            "name_en": "Well",
            "slug": "well",
            "ruleset": "wizards",
            "source_language": "en",
            "visibility": "private",
        }
        operator.post("/new-pack/", pack)
        card = make_card(operator, Pack.objects.get(slug="well"), "monster")
        pages = [*WELL, page_of(card), "/packs/well/", "/api/v1/packs/", "/readyz"]
        answers = {page: operator.get(page, follow=True).status_code for page in pages}

        assert answers == dict.fromkeys(pages, 200)
        assert operator.get("/readyz").json()["checks"]["games"] == "degraded"

    @pytest.mark.parametrize("game", PACKS)
    def test_leave_their_packs_readable_and_exportable(self, operator: Client, game: str) -> None:
        card = Card.objects.get(pack__slug=f"my-{game}")
        for language, sentence in (
            ("en", f"The game of this pack, {game}, is missing"),
            ("zh", f"此卡包的游戏规则 {game} 缺失"),
        ):
            operator.post("/preferences/", {"language": language})
            for page in (f"/packs/my-{game}/", page_of(card)):
                answer = operator.get(page)
                assert (answer.status_code, sentence in answer.content.decode()) == (200, True), (page, language)
        answer = operator.get(f"/api/v1/packs/my-{game}/export.zip")
        with zipfile.ZipFile(io.BytesIO(b"".join(answer) if answer.streaming else answer.content)) as archive:
            texts = [archive.read(name).decode() for name in archive.namelist() if name.startswith("cards/")]

        assert answer.status_code == 200
        assert [json.loads(text)["id"] for text in texts] == [card.written_id]

"""A game lives in its folder: a third ruleset, found on the search path, goes through every gate of the engine."""

from __future__ import annotations

import inspect
import json
import os
import re
import shutil
import subprocess
import sys
import time
import types
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, get_origin

import pytest
from jsonschema import Draft202012Validator

from engine import api
from engine.accelerate.build import modules_of
from engine.builds import PACKAGE
from engine.commands.entry import main
from engine.face import STATS_MAX
from engine.language.diagnostics.codes import CODES
from engine.language.diagnostics.expected import TYPES
from engine.packs.layout import pretty
from engine.reference.book import LANGUAGES, Book
from engine.reference.examples import Examples
from engine.reference.pages import pages, pages_of
from engine.reference.problem_examples import reasons, shown_examples
from engine.reference.problems import problems_of, text_of
from engine.ruleset import Ruleset, checking
from engine.rulesets import BadSearchPath, MissingGame, find, names, search
from tests.engine.narrowing import published
from tests.engine.test_scenario_states import wrong_beginnings
from tests.engine.third_ruleset import FOLDER, NAME, OUTSIDE, on_the_path

HOME = FOLDER / NAME
ROOT = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def on_path() -> Iterator[str]:
    with on_the_path() as name:
        yield name


@pytest.fixture
def raid() -> Ruleset:
    return find(NAME)


def erased(annotation: Any) -> Any:
    """Return what mypyc leaves of an annotation: its class without brackets, or `type` where it is none."""
    annotation = get_origin(annotation) or annotation
    return annotation if isinstance(annotation, type) and annotation is not types.UnionType else type


class TestBesideACompiledEngine:
    """A function that mypyc compiled does not tell its parameters: inspect raises ValueError for it. Annotations of a class are erased."""

    @pytest.mark.parametrize("name", OUTSIDE)
    def test_is_loaded(self, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
        compiled_modules = {
            ".".join(file.relative_to(PACKAGE.parent).with_suffix("").parts) for file in modules_of(PACKAGE)
        }
        signature, get_annotations = inspect.signature, inspect.get_annotations
        refusals: list[str] = []

        def signature_of_python(function: Any, **options: Any) -> inspect.Signature:
            if function.__module__ in compiled_modules:
                refusals.append(function.__module__)
                raise ValueError(f"no signature found for builtin {function}")
            return signature(function, **options)

        def annotations(owner: Any, **options: Any) -> dict[str, Any]:
            if owner.__module__ not in compiled_modules:
                return get_annotations(owner, **options)
            names = checking.values._Names(vars(sys.modules[owner.__module__]))
            written = get_annotations(owner, **options)
            return {key: erased(eval(text, {}, names)) for key, text in written.items()}  # noqa: S307  our own source

        monkeypatch.setattr(inspect, "get_annotations", annotations)
        checking.values.annotations_of.cache_clear()
        for module in (inspect, checking.names, checking.sources):
            monkeypatch.setattr(module, "signature", signature_of_python)
        with on_the_path(name):
            faults = [*checking.misdeclared(find(name), f"engine.rulesets.{name}")]
        checking.values.annotations_of.cache_clear()
        assert faults == []
        assert refusals


@cache
def reference() -> dict[str, str]:
    """Return the pages of the reference while the third ruleset is on the path: they take seconds."""
    return pages()


def template(card_id: str = "my.ladder") -> dict[str, Any]:
    document: dict[str, Any] = json.loads(api.templates(NAME)[0].text(card_id))
    return document


def codes(document: Any) -> list[str]:
    return [problem.code for problem in api.validate(NAME, json.dumps(document)).problems]


def write_game(folder: Path, name: str, code: str) -> None:
    (folder / name).mkdir()
    (folder / name / "__init__.py").write_text(code)


def engine(*words: str) -> subprocess.CompletedProcess[str]:
    """Run the command line as a shell with the search path does."""
    env = {**os.environ, "CARDLOOM_RULESETS": str(FOLDER)}
    return subprocess.run([sys.executable, "-m", "engine", *words], capture_output=True, text=True, cwd=ROOT, env=env)


class TestTheSearchPath:
    def test_finds_it_by_its_folder(self) -> None:
        matching_names = names()
        search([])

        assert matching_names == tuple(sorted({*names(), NAME}))

    def test_lists_it_at_the_door(self) -> None:
        assert [info.name for info in api.rulesets()] == [*names()]

    def test_forgets_it_when_the_path_is_set_again(self) -> None:
        search([])

        assert NAME not in names()
        with pytest.raises(MissingGame):
            find(NAME)

    def test_refuses_what_is_no_folder(self, tmp_path: Path) -> None:
        with pytest.raises(BadSearchPath, match="is not a folder") as error:
            search([tmp_path / "none"])

        assert "不是文件夹" in error.value.text.zh

    def test_leaves_out_the_second_game_of_a_name(self, tmp_path: Path) -> None:
        write_game(tmp_path, "halo", "")
        api.search_rulesets([tmp_path])

        assert "halo" in names()
        assert [fault.place for fault in api.load_failures()] == [f"{tmp_path}/halo/__init__.py:1"]

    @pytest.mark.parametrize(
        ("code", "line", "reason"),
        [
            ("from engine.kernel.state import Blok\n", 1, "ImportError: cannot import name 'Blok'"),
            ("\n\nRULESET = (\n", 3, "SyntaxError: '(' was never closed"),
            ("\nimport sys\nsys.exit(3)\n", 3, "SystemExit: 3"),
            ("x = 1\n", 1, "`__init__.py` exports no `RULESET`"),
            ("from engine.ruleset import Ruleset\nRULESET = Ruleset(\n    name='broken')\n", 2, "TypeError: "),
            ("from engine.rulesets.halo import RULESET\nNAME = 'halo'\n", 2, "the game calls itself halo"),
        ],
    )
    def test_leaves_out_what_does_not_load(self, tmp_path: Path, code: str, line: int, reason: str) -> None:
        write_game(tmp_path, "broken", code)
        api.search_rulesets([tmp_path, FOLDER])
        [fault] = api.load_failures()

        assert {NAME, "halo"} <= {*names()} - {"broken"}
        assert (fault.name, fault.place) == ("broken", f"{tmp_path}/broken/__init__.py:{line}")
        assert reason in fault.text.en
        with pytest.raises(MissingGame) as refused:
            find("broken")
        assert refused.value.fault == fault

    def test_reports_what_does_not_load_by_every_command(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        write_game(tmp_path, "broken", "import no_such_module\n")
        variables = {"CARDLOOM_RULESETS": f"{tmp_path}{os.pathsep}{FOLDER}"}
        calls = [
            ("rulesets",),
            ("validate", str(HOME / "cards")),
            ("play", NAME, "--seed", "1"),
            ("schema", NAME, "card"),
        ]
        for call in calls:
            assert main(call, time.process_time, variables) == 0, call
            assert (
                f"the game broken is left out: {tmp_path}/broken/__init__.py:1: ModuleNotFoundError"
                in capsys.readouterr().err
            )
        assert main(("play", "broken", "--seed", "1", "--lang", "zh"), time.process_time, variables) == 2
        assert "游戏规则 broken 未载入" in capsys.readouterr().err

    def test_tells_where_a_game_fails_while_it_is_used(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        shutil.copytree(HOME, tmp_path / NAME)
        code = tmp_path / NAME / "__init__.py"
        code.write_text(code.read_text("utf-8").replace("walls(t)[0])", "walls(t)[0] // 0)"), "utf-8")

        assert main(("play", NAME, "--seed", "1"), time.process_time, {"CARDLOOM_RULESETS": str(tmp_path)}) == 2
        assert re.search(rf"engine: the game {NAME} failed: {code}:[0-9]+: ZeroDivisionError", capsys.readouterr().err)

    def test_is_read_from_the_environment_by_the_command_line(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(("rulesets",), time.process_time, {"CARDLOOM_RULESETS": "/no/such"}) == 2
        assert "/no/such is not a folder" in capsys.readouterr().err


class TestTheDiff:
    def test_touches_its_folder_alone(self) -> None:
        """No file outside it names the game, its words or its codes."""
        words = re.compile(r"\braid\b|wallLeft|E-LOUD|onBreach", re.IGNORECASE)
        files = [
            file
            for folder in ("engine", "cards", "portal", "templates", "static/css")
            for file in (ROOT / folder).rglob("*")
        ]
        texts = {file: file.read_text("utf-8") for file in files if file.suffix in (".py", ".html", ".css")}

        assert [str(file) for file, text in texts.items() if words.search(text)] == []


class TestDocuments:
    def test_of_its_set_and_templates_have_no_problem(self) -> None:
        found = api.validate_path(NAME, HOME / "cards").problems + api.validate_path(NAME, HOME / "decks").problems

        assert list(found) == []
        assert [codes(json.loads(each.text("my.card"))) for each in api.templates(NAME)] == [[], []]

    def test_are_valid_by_its_schema(self) -> None:
        validator = Draft202012Validator(api.schema(NAME))

        assert [each for card, _ in api.card_set(NAME) for each in validator.iter_errors(card)] == []
        assert not validator.is_valid({**template(), "craft": "loud"})

    def test_have_a_schema_of_every_kind(self) -> None:
        kinds = {kind: api.schema(NAME, kind) for kind in api.schema_kinds()}

        assert len({schema["$id"] for schema in kinds.values()}) == len(kinds)
        assert kinds["deck"]["required"] == ["deckId", "leader", "cards"]
        assert set(kinds["replay"]["properties"]["config"]["properties"]["floors"]["properties"]) == {
            "cellar",
            "hall",
            "spire",
        }

    def test_are_described_by_the_published_files(self, raid: Ruleset) -> None:
        """`make schemas` keeps them fresh for a game on the search path, too."""
        files = published(raid)

        assert files
        assert {file.name: file.read_text() for file in files} == {file.name: text for file, text in files.items()}

    def test_have_a_problem_of_their_own(self) -> None:
        loud = {**template(), "craft": "stealth", "toll": {"rope": 2, "lamp": 1}}

        assert codes(loud) == ["E-LOUD"]
        assert api.problem_codes()["E-LOUD"].title.zh == "花费过高的潜行行动"
        assert "E-LOUD" not in CODES

    def test_name_their_own_types_in_problems(self) -> None:
        breach = {"type": "breach", "amount": "$onPlayCard.cardUUID"}
        each = {"event": "onPlayCard", "do": [breach]}
        card = {**template(), "behaviors": [{"at": "onPlay", "do": [{"type": "addTriggers", "triggers": [each]}]}]}
        [matches] = api.validate(NAME, json.dumps(card)).problems

        assert "is a move" in matches.message["en"]
        assert "行动牌" in matches.message["zh"]
        assert "move" not in TYPES

    def test_are_distinguished_from_those_of_other_games(self) -> None:
        loaded = api.load(HOME / "cards")

        assert (loaded.ok, loaded.ruleset and loaded.ruleset.name) == (True, NAME)

    def test_read_as_rules_text_in_both_languages(self) -> None:
        card = template()

        assert api.describe(NAME, card, "en").strip() == "Breach 2 stones."
        assert api.describe(NAME, card, "zh").strip() == "拆除2块石头。"
        assert [
            items
            for card, _ in api.card_set(NAME)
            if "behaviors" in card
            for items in ("en", "zh")
            if not api.describe(NAME, card, items)
        ] == []

    def test_of_decks_keep_to_its_parts(self) -> None:
        deck = json.loads((HOME / "decks" / "raiders.json").read_text())
        deck["leader"] = [{"id": "raid.mason", "count": 1}]
        found = api.validate_path(NAME, json.dumps(deck).encode()).problems

        assert [(each.code, each.path) for each in found] == [
            ("E-DECK-PART", "/leader"),
            ("E-DECK-PART", "/leader/0/id"),
        ]


class TestMatches:
    @pytest.mark.parametrize("bots", [("random", "random"), ("greedy", "random"), ("random", "greedy")])
    def test_of_bots_end_and_replay(self, bots: tuple[str, str]) -> None:
        match = api.play(api.new_match(NAME, seed=7, seats=2, bots_by_seat=bots))

        assert match["result"]["reason"] in ("tower taken", "tower held")
        assert api.replay(json.loads(json.dumps(match)))["ok"] is True

    def test_have_a_fixed_player_side(self) -> None:
        """Seat 0 wins by taking the tower and seat 1 by holding it, never the other way round."""
        ends = {
            (held["result"]["winner"], held["result"]["reason"])
            for seed in range(12)
            if (held := api.play(api.new_match(NAME, seed=seed, seats=2, bots_by_seat=("greedy", "random"))))
        }

        assert ends == {(0, "tower taken"), (1, "tower held")}

    def test_read_a_setting_that_is_a_map(self) -> None:
        low = api.play(
            api.new_match(
                NAME,
                seed=1,
                seats=2,
                bots_by_seat=("random",) * 2,
                config={"floors": {"cellar": 1, "hall": 1, "spire": 1}},
            )
        )

        assert (low["result"]["winner"], low["config"]["floors"]) == (0, {"cellar": 1, "hall": 1, "spire": 1})

    def test_keep_facts_of_cards_that_are_maps(self, raid: Ruleset) -> None:
        program = raid.program(api.card_set(NAME), seats=2)

        assert program.cards["raid.ram"].facts == {"toll": {"rope": 1, "lamp": 0, "food": 1}}

    def test_begin_scenarios_on_a_legal_board(self, raid: Ruleset) -> None:
        assert list(wrong_beginnings(raid, api.card_set(NAME))) == []

    def test_run_as_scenarios(self) -> None:
        outcomes = list(api.scenario(HOME / "scenarios"))

        assert [(each.name, each.failures) for each in outcomes if not each.ok] == []
        assert len(outcomes) == 8

    def test_decide_a_preview(self) -> None:
        strong = {**template("my.cannon"), "behaviors": [{"at": "onPlay", "do": [{"type": "breach", "amount": 9}]}]}
        result = api.preview(NAME, strong, preset="quick", bots=("random",))

        assert result["n"]["aborted"] == 0
        assert (result["unit"], result["verdict"]) == ("side", "stronger")

    def test_depend_on_the_code_of_the_folder(self) -> None:
        assert len({api.engine_hash(name) for name in names()}) == len(names()) > 1


class TestFaces:
    def test_have_a_tone_icons_and_six_facts_of_its_own(self) -> None:
        face = api.face(NAME, template())

        assert (face["tone"], len(face["stats"])) == ("raid-move", STATS_MAX)
        assert {"raid-move", "raid-leader"} <= set(api.tones())
        assert {"raid-rope", "raid-lantern"} <= set(api.icons()) & {stat["icon"] for stat in face["stats"]}

    @pytest.mark.parametrize("fragment", [None, True, 3, "x", [], {}, {"a": 1}])
    def test_are_drawn_of_half_written_cards(self, fragment: Any) -> None:
        for document, _ in api.card_set(NAME):
            for key in document:
                assert api.face(NAME, {**document, key: fragment})["kind"]


class TestTheReference:
    @pytest.mark.parametrize("lang", LANGUAGES)
    def test_has_its_pages(self, lang: str, raid: Ruleset) -> None:
        new_pages = pages_of(Book(raid, lang))

        assert {"card.md", "effects.md", "values.md", "events.md", "settings.md", "moments.md"} <= set(new_pages)
        assert ("## Siege" if lang == "en" else "## 攻城") in new_pages["effects.md"]
        assert "`floors`" in new_pages["settings.md"]
        assert f"{lang}/raid/card.md" in reference()

    def test_has_an_example_of_every_node(self, raid: Ruleset) -> None:
        examples = Examples(raid)
        found = {node.name: codes(examples.whole(node)) for node in raid.vocabulary.nodes}

        assert {name: each for name, each in found.items() if each} == {}

    @pytest.mark.parametrize("lang", LANGUAGES)
    def test_explains_its_problem_code(self, lang: str) -> None:
        page = reference()[f"{lang}/problems.md"]
        e_loud = shown_examples()["E-LOUD"]

        assert "### `E-LOUD`" in page
        assert [[each.code for each in problems_of(e_loud, text_of(e_loud, broken))] for broken in (True, False)] == [
            ["E-LOUD"],
            [],
        ]
        assert set(api.problem_codes()) == set(shown_examples()) | set(reasons())


class TestTheCommandLine:
    """Each as a process of its own, so that nothing but the environment names the folder."""

    def test_plays_replays_validates_and_describes_it(self, tmp_path: Path) -> None:
        card = tmp_path / "card.json"
        card.write_text(pretty(template()))
        save = str(tmp_path / "match.json")
        calls = [
            ("schema", "raid", "card"),
            ("validate", str(HOME / "cards")),
            ("scenario", str(HOME / "scenarios")),
            ("describe", str(card)),
            ("play", "raid", "--seed", "7", "--seats", "2", "--bots", "random", "--save", save),
            ("replay", save),
        ]
        answers = [
            (call[0], answer.returncode, answer.stderr) for call in calls if (answer := engine(*call)).returncode
        ]

        assert answers == []

    @pytest.mark.parametrize(("lang", "player"), [("en", "Player 1 plays "), ("zh", "1 号玩家打出")])
    def test_tells_its_matches_by_seat(self, capsys: pytest.CaptureFixture[str], lang: str, player: str) -> None:
        """Its players are entities of kinds of their own."""
        call = ("play", "raid", "--seed", "7", "--seats", "2", "--bots", "greedy", "--lang", lang)

        assert main(call, time.process_time, {"CARDLOOM_RULESETS": str(FOLDER)}) == 0
        assert player in capsys.readouterr().out

    def test_measures_it_in_processes_of_its_own(self) -> None:
        answer = engine("bench", "raid", "--seconds", "0.1", "--format", "json")

        assert answer.returncode == 0, answer.stderr
        assert json.loads(answer.stdout)["import_seconds"] > 0

"""The command line, a public contract: what each command prints, exits with and complains of; JSON that fits its schema."""

from __future__ import annotations

import json
import os
import pty
import re
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from engine import api
from engine.commands import main
from engine.packs.archive import write_zip
from engine.packs.canonical import canonical_bytes
from tests.examples import some_of

Json = dict[str, Any]
ROOT = Path(__file__).parents[2]
CARDS = ROOT / "engine/rulesets/wizards/cards"
FIXTURES = ROOT / "tests/fixtures/000"
BASH = FIXTURES / "bash.jsonc"
GOOD = {"id": "a.treasure.common.good", "name": "Good", "manaCost": 1, "rarity": "com", "school": "none"}
BAD = {**GOOD, "id": "a.treasure.common.bad", "manaCost": "many"}


def engine(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run `python -m engine` in a process of its own."""
    held = {**os.environ, "LC_ALL": "C.UTF-8", **environment}
    return subprocess.run(
        [sys.executable, "-m", "engine", *arguments], cwd=ROOT, capture_output=True, text=True, env=held
    )


class Ran:
    """What a command did in this process."""

    def __init__(self, capsys: pytest.CaptureFixture[str], *arguments: str, lang: str = "C") -> None:
        try:
            self.code = main(arguments, time.process_time, {"LANG": lang})
        except SystemExit as left:
            self.code = int(left.code or 0)
        self.out, self.err = capsys.readouterr()

    @property
    def json(self) -> Any:
        return json.loads(self.out)


def misfits(kind: str, value: Any) -> list[str]:
    """Return how a value departs from the schema of its kind."""
    return [error.message for error in Draft202012Validator(api.schema("wizards", kind)).iter_errors(value)]


@pytest.fixture
def files(tmp_path: Path) -> Path:
    """Return a folder with one good and one bad card."""
    (tmp_path / "good.json").write_text(json.dumps(GOOD))
    (tmp_path / "bad.json").write_text(json.dumps(BAD, indent=1))
    return tmp_path


@pytest.fixture(scope="module")
def replay_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the replay file of a short match."""
    file = tmp_path_factory.mktemp("replays") / "match.json"
    run = engine(
        "play", "wizards", "--seed", "4", "--seats", "2", "--bots", "random", "--log", "none", "--save", str(file)
    )
    assert run.returncode == 0, run.stderr
    return file


class TestEveryCommand:
    def test_prints_json_that_fits_its_schema(self, replay_file: Path, capsys: pytest.CaptureFixture[str]) -> None:
        calls = {
            "rulesets": ("rulesets",),
            "validate": ("validate", str(FIXTURES), "--mode", "development"),
            "scenario-result": ("scenario", str(ROOT / "engine/rulesets/wizards/scenarios/battle.json")),
            "replay-result": ("replay", str(replay_file)),
            "bench": ("bench", "halo", "--seconds", "0.05"),
        }
        for kind, call in calls.items():
            done = Ran(capsys, *call, "--format", "json")

            assert (kind, misfits(kind, done.json), done.err) == (kind, [], "")

    def test_of_play_prints_lines_that_fit_their_schema(self) -> None:
        done = engine("play", "wizards", "--seed", "4", "--seats", "2", "--bots", "random", "--log", "json")
        lines = [json.loads(line) for line in done.stdout.splitlines()]
        validator = Draft202012Validator(api.schema("wizards", "play-log"))
        seqs = [line["seq"] for line in lines if "seq" in line]

        assert [line for line in lines if not validator.is_valid(line)] == []
        assert [line["kind"] for line in (lines[0], lines[-1])] == ["match", "result"]
        assert {line["kind"] for line in lines} == {"match", "decision", "event", "mutation", "result"}
        assert seqs == sorted(seqs)

    @pytest.mark.parametrize("command", ["", "rulesets", "schema", "validate", "scenario", "play", "replay", "bench"])
    @pytest.mark.parametrize("lang", ["en_GB.UTF-8", "zh_CN.UTF-8"])
    def test_explains_itself_in_both_languages(
        self, command: str, lang: str, capsys: pytest.CaptureFixture[str]
    ) -> None:
        ran = Ran(capsys, *([command] if command else []), "--help", lang=lang)
        chinese = re.findall(r"[\u4e00-\u9fff]", ran.out)

        assert ran.code == 0
        assert (len(chinese) > 20) == lang.startswith("zh")
        assert not re.search(r"\b(usage|options|default)\b", ran.out) or not lang.startswith("zh")

    @pytest.mark.parametrize(
        "call",
        [
            ("fly",),
            (),
            ("play", "wizards"),
            ("play", "wizards", "--seed", "x"),
            ("validate",),
            ("rulesets", "--lang", "fr"),
            ("rulesets", "--colour"),
        ],
    )
    def test_complains_of_a_call_that_is_none(self, call: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
        ran = Ran(capsys, *call)

        assert (ran.code, ran.out) == (2, "")
        assert ran.err.startswith("engine: ")


class TestRulesets:
    def test_lists_the_games_by_name(self, capsys: pytest.CaptureFixture[str]) -> None:
        ran = Ran(capsys, "rulesets", "--format", "json")

        assert [(ruleset["name"], ruleset["kinds"]) for ruleset in ran.json] == [
            ("encounter", ["ability", "unit", "hero", "summon", "order", "event", "map", "encounter"]),
            ("genius", ["character", "eventCard", "equipment", "support", "summon", "status", "combatStatus"]),
            ("halo", ["UNIT", "ARMORY", "TACTICAL", "FIELD", "VESSEL", "KEYWORD", "RESOURCE", "TOKEN"]),
            ("wizards", ["exploration", "treasure"]),
        ]
        assert [line.split()[0] for line in Ran(capsys, "rulesets").out.splitlines()] == [
            "encounter",
            "genius",
            "halo",
            "wizards",
        ]


class TestSchema:
    def test_prints_every_kind(self, capsys: pytest.CaptureFixture[str]) -> None:
        for kind in api.schema_kinds():
            output = Ran(capsys, "schema", "wizards", kind).json
            version = {"card": "1.0", "result": "2"}.get(kind, "1")

            assert output["$id"] == f"/schemas/wizards/{kind}/{version}.json"
        assert Ran(capsys, "schema", "wizards").json == api.schema("wizards", "card")
        assert Ran(capsys, "schema", "wizards", "preview-result").json == api.schema("wizards", "result")

    @pytest.mark.parametrize(
        ("call", "names"),
        [
            (("chess",), "known are encounter, genius, halo, wizards"),
            (("wizards", "recipe"), "known are card, deck"),
            (("wizards", "card", "--version", "7"), "known are 1"),
            (("wizards", "deck", "--version", "0"), "known are 1"),
        ],
    )
    def test_names_what_there_is(self, call: tuple[str, ...], names: str, capsys: pytest.CaptureFixture[str]) -> None:
        ran = Ran(capsys, "schema", *call)

        assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
        assert names in ran.err


class TestValidate:
    def test_loads_the_shipped_cards(self, capsys: pytest.CaptureFixture[str]) -> None:
        ran = Ran(capsys, "validate", str(CARDS), "--format", "json")

        assert (ran.code, ran.json["ok"], ran.json["cards"]) == (0, True, len(api.card_set("wizards")))

    def test_loads_nothing_in_strict_mode(self, files: Path, capsys: pytest.CaptureFixture[str]) -> None:
        ran = Ran(capsys, "validate", str(files), "--format", "json")

        assert (ran.code, ran.json["ok"], ran.json["cards"]) == (1, False, 0)
        assert [(one["file"], one["code"], one["path"], one["line"]) for one in ran.json["problems"]] == [
            ("bad.json", "E-SCHEMA", "/manaCost", 4)
        ]

    def test_loads_what_holds_up_in_development_mode(self, files: Path, capsys: pytest.CaptureFixture[str]) -> None:
        ran = Ran(capsys, "validate", str(files), "--mode", "development", "--format", "json")

        assert (ran.code, ran.json["ok"], ran.json["cards"]) == (1, False, 1)

    def test_takes_single_files_as_one_set(self, files: Path, capsys: pytest.CaptureFixture[str]) -> None:
        (files / "again.json").write_text(json.dumps(GOOD))
        ran = Ran(capsys, "validate", str(files / "good.json"), str(files / "again.json"), "--format", "json")

        assert [one["code"] for one in ran.json["problems"]] == ["E-DUP"]
        assert "good.json" in ran.json["problems"][0]["message"]["en"]

    def test_says_where_in_the_language_of_the_shell(self, files: Path, capsys: pytest.CaptureFixture[str]) -> None:
        file = files / "bad.json"
        english, chinese = (Ran(capsys, "validate", str(file), lang=lang).out for lang in ("en_US", "zh_CN.UTF-8"))

        assert english.startswith(f"{file}:4:14: error E-SCHEMA /manaCost  ")
        assert english.endswith("0 cards loaded, 1 error, 0 warnings\n")
        assert chinese.startswith(f"{file}:4:14: 错误 E-SCHEMA /manaCost  ")
        assert chinese.endswith("载入 0 张卡牌，1 个错误，0 个警告\n")
        assert Ran(capsys, "validate", str(file), "--lang", "zh").out == chinese

    @pytest.mark.parametrize("shape", ["folder", "manifest", "zip"])
    def test_reads_packs_in_every_shape(self, shape: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        state = {
            "cards/good.json": canonical_bytes(GOOD),
            "manifest.json": canonical_bytes(
                {"ruleset": "wizards", "schemaVersion": "1.0", "cardFiles": ["cards/good.json"]}
            ),
        }
        for name, data in state.items():
            (tmp_path / name).parent.mkdir(exist_ok=True)
            (tmp_path / name).write_bytes(data)
        (tmp_path / "pack.zip").write_bytes(write_zip(state))
        path = {"folder": tmp_path, "manifest": tmp_path / "manifest.json", "zip": tmp_path / "pack.zip"}[shape]
        ran = Ran(capsys, "validate", str(path), "--ruleset", "wizards", "--format", "json")

        assert (ran.code, ran.json) == (0, {"ok": True, "cards": 1, "decks": 0, "problems": []})

    def test_learns_the_game_from_the_manifest(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        (tmp_path / "manifest.json").write_text('{"ruleset": "chess",\n "cardFiles": []}')
        ran = Ran(capsys, "validate", str(tmp_path), "--ruleset", "wizards", "--format", "json")

        assert ran.code == 1
        assert [(one["code"], one["path"], one["file"], one["line"]) for one in ran.json["problems"]] == [
            ("E-ENUM", "/ruleset", "manifest.json", 1)
        ]

    @pytest.mark.parametrize(
        ("version", "code", "cards", "codes"),
        [("1.0", 0, 1, []), ("1.7.2", 0, 1, []), ("2.0", 1, 0, ["E-VERSION"]), ("0.9", 1, 0, ["E-VERSION"])],
    )
    def test_refuses_cards_of_a_schema_that_it_does_not_know(
        self, version: str, code: int, cards: int, codes: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        (tmp_path / "manifest.json").write_text(json.dumps({"schemaVersion": version, "cardFiles": ["a.json"]}))
        (tmp_path / "a.json").write_text(json.dumps(GOOD))
        ran = Ran(capsys, "validate", str(tmp_path), "--format", "json")

        assert (ran.code, ran.json["cards"], [one["code"] for one in ran.json["problems"]]) == (code, cards, codes)

    def test_checks_the_other_files_of_a_pack_too(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        names = {
            "cards/a.json": GOOD,
            "decks/d.json": {"format": "deck/1", "deckId": "d", "cards": [{"cardId": "x"}]},
            "text/zh.json": {"format": "text/2", "lang": "zh", "cards": {}},
        }
        for name, value in names.items():
            (tmp_path / name).parent.mkdir(exist_ok=True)
            (tmp_path / name).write_text(json.dumps(value))
        ran = Ran(capsys, "validate", str(tmp_path), "--format", "json")

        assert sorted((one["file"], one["code"], one["path"]) for one in ran.json["problems"]) == [
            ("decks/d.json", "E-SCHEMA", "/cards/0"),
            ("text/zh.json", "E-VERSION", "/format"),
        ]

    @pytest.mark.parametrize("text", ["[]", "5", '"card"'])
    def test_finds_no_card_in_a_file_without_one(
        self, text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        (tmp_path / "x.json").write_text(text)
        for options in ((), ("--ruleset", "wizards")):
            ran = Ran(capsys, "validate", str(tmp_path / "x.json"), *options)

            assert (ran.code, "E-SCHEMA" in ran.out) == (1, True)
            assert "several games" not in ran.err

    @pytest.mark.parametrize("path", ["nowhere.json", "nowhere", "empty", "manifest.json", "x.zip"])
    def test_says_in_one_line_that_there_is_nothing(
        self, path: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        (tmp_path / "empty").mkdir()
        ran = Ran(capsys, "validate", str(tmp_path / path))

        assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
        assert str(tmp_path) in ran.err

    def test_reports_an_archive_that_is_none(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        (tmp_path / "x.zip").write_bytes(b"PK nothing")
        ran = Ran(capsys, "validate", str(tmp_path / "x.zip"), "--format", "json")

        assert (ran.code, [one["code"] for one in ran.json["problems"]]) == (1, ["E-FILE"])

    @settings(max_examples=some_of(120), deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
    @given(
        name=st.sampled_from(["a.json", "a.jsonc", "manifest.json", "p.zip", "decks/d.json", "text/t.json", "scenarios/s.json"]),
        data=st.one_of(
            st.binary(max_size=60),
            st.sampled_from([GOOD, BAD, [GOOD, 3, None], {"format": "replay/1"}, {"format": "scenario/1"}, {"format": []},
                             {"cardFiles": ["a.json", "../x"]}, {"cardFiles": 3, "ruleset": 4}, {"schemaVersion": 2}, {}, [[]]])
            .map(lambda value: json.dumps(value).encode()),
        ),
        cut=st.integers(0, 400),
    )  # fmt: skip
    def test_never_fails_otherwise(
        self, name: str, data: bytes, cut: int, tmp_path_factory: pytest.TempPathFactory
    ) -> None:
        folder = tmp_path_factory.mktemp("fuzz")
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_bytes(data[: cut or None])

        for path in (folder / name, folder):
            assert main(("validate", str(path), "--format", "json"), time.process_time, {}) in (0, 1, 2)


class TestDescribe:
    def test_writes_the_text_of_a_shipped_card(self, capsys: pytest.CaptureFixture[str]) -> None:
        message = {}
        for lang in ("en", "zh"):
            ran = Ran(capsys, "describe", "loom.treasure.common.snip", "--lang", lang, "--format", "json")
            message[lang] = ran.json["text"]
            assert (ran.code, misfits("describe", ran.json), ran.json["mismatches"]) == (0, [], [])

        assert message == {
            "en": "Deal 5 damage to a monster of your choice. The next time another player plays a spell, counter it.",
            "zh": "对你选择的一个怪物造成5点伤害。下一次有其他玩家打出法术牌时，将其反制。",
        }

    def test_writes_those_of_all_cards_of_a_file(self, capsys: pytest.CaptureFixture[str]) -> None:
        ran = Ran(capsys, "describe", str(CARDS / "starters.json"), "--format", "json")

        assert (ran.code, len(ran.json)) == (0, 8)
        assert [misfits("describe", one) for one in ran.json] == [[]] * 8

    def test_finds_where_the_written_text_differs(self, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
        hit = {"type": "damage", "amount": 3, "target": {"type": "monsterChooser"}}
        card = {**GOOD, "description": "造成2点伤害。", "behaviors": [{"at": "onPlay", "do": [hit]}]}
        (tmp_path / "card.json").write_text(json.dumps(card, ensure_ascii=False), encoding="utf-8")
        ran = Ran(capsys, "describe", str(tmp_path / "card.json"), "--format", "json")
        run = Ran(capsys, "describe", str(tmp_path / "card.json"), lang="zh_CN.UTF-8")

        assert (ran.code, misfits("describe", ran.json)) == (1, [])
        assert ran.json["mismatches"] == [{"path": "/behaviors/0/do/0/amount", "written": "2", "generated": "3"}]
        assert run.code == 1
        assert run.out.splitlines()[1:] == [
            "对你选择的一个怪物造成3点伤害。",
            "  ! /behaviors/0/do/0/amount：规则文本为 2，效果为 3",
        ]

    def test_refuses_what_is_no_card(self, capsys: pytest.CaptureFixture[str], files: Path) -> None:
        unknown = Ran(capsys, "describe", "no.such.card")
        wrong = Ran(capsys, "describe", str(files / "bad.json"))

        assert (unknown.code, unknown.out, unknown.err) == (
            2, "", "engine: there is no file and no shipped card no.such.card\n"
        )  # fmt: skip
        assert (wrong.code, wrong.out) == (2, "")
        assert "/manaCost" in wrong.err


class TestPlay:
    def test_tells_a_story_with_the_names_of_cards(self, capsys: pytest.CaptureFixture[str]) -> None:
        call = ("play", "wizards", "--seed", "4", "--seats", "2", "--bots", "random")
        english, chinese = Ran(capsys, *call).out, Ran(capsys, *call, lang="zh_CN").out

        assert english.startswith("Reverse-Time Wizards, seed 4: Player 1 (random), Player 2 (random)\n\nRound 1\n")
        assert "Player 2 plays Mana Skein." in english
        assert "loom." not in english + chinese
        assert not re.search(r"\bon[A-Z]", english)
        assert chinese.startswith("逆时巫师，种子 4：1 号玩家 (random)、2 号玩家 (random)\n\n第 1 回合\n")
        assert re.search(r"\n\nPlayer [12] wins: .* decisions, digest [0-9a-f]{16}\.\n$", english)

    def test_tells_the_ending_alone(self, capsys: pytest.CaptureFixture[str]) -> None:
        call = ("play", "wizards", "--seed", "4", "--seats", "2", "--bots", "random", "--log", "none")
        text, state = Ran(capsys, *call).out, Ran(capsys, *call, "--format", "json").json

        assert text.count("\n") == 1
        assert (state["kind"], state["outcome"], misfits("play-log", state)) == ("result", "win", [])

    def test_saves_a_replay_that_fits_its_schema_and_is_verified(
        self, replay_file: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        document = json.loads(replay_file.read_bytes())
        ran = Ran(capsys, "replay", str(replay_file), "--format", "json")

        assert misfits("replay", document) == []
        assert (ran.code, ran.json["ok"], ran.json["decisions"]) == (0, True, len(document["actions"]))
        assert [file.name for file in replay_file.parent.iterdir()] == [replay_file.name]

    @pytest.mark.parametrize(
        ("call", "names"),
        [
            (("chess", "--seed", "1"), "known are encounter, genius, halo, wizards"),
            (("wizards", "--seed", "1", "--bots", "oracle"), "known are random, greedy"),
            (("wizards", "--seed", "1", "--seats", "9"), "2, 3, 4"),
            (("wizards", "--seed", "1", "--seats", "0"), "2, 3, 4"),
            (("wizards", "--seed", "-1"), "from 0"),
            (("wizards", "--seed", "1", "--bots", "random,greedy"), "one for each"),
            (("wizards", "--seed", "1", "--bots", ""), "known are"),
            (("wizards", "--seed", "1", "--save", "/nowhere/at/all.json"), "/nowhere/at"),
        ],
    )
    def test_names_what_there_is(self, call: tuple[str, ...], names: str, capsys: pytest.CaptureFixture[str]) -> None:
        english, chinese = Ran(capsys, "play", *call), Ran(capsys, "play", *call, lang="zh_CN")

        assert (english.code, english.out, english.err.count("\n")) == (2, "", 1)
        assert names in english.err
        assert re.search(r"[\u4e00-\u9fff]", chinese.err)


class TestReplay:
    def test_says_where_a_match_differs(
        self, replay_file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        held = json.loads(replay_file.read_bytes())
        (tmp_path / "m.json").write_text(json.dumps({**held, "actions": ["fly", *held["actions"][1:]]}))
        reported, text = (Ran(capsys, "replay", str(tmp_path / "m.json"), *more) for more in (("--format", "json"), ()))

        assert (reported.code, misfits("replay-result", reported.json)) == (1, [])
        assert reported.json["mismatch"] == {"decision": 0, "expected": "fly", "actual": "not-offered"}
        assert text.out == "differs after 0 decisions: expected fly, found not-offered\n"

    def test_refuses_other_cards_and_names_both(
        self, replay_file: Path, files: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        document = json.loads(replay_file.read_bytes())
        ran = Ran(capsys, "replay", str(replay_file), "--cards", str(files / "good.json"))

        assert (ran.code, ran.err.count("\n")) == (2, 1)
        assert len(re.findall(r"[0-9a-f]{64}", ran.err)) == 2
        assert document["contentHash"] in ran.err

    def test_takes_the_cards_that_it_was_played_with(
        self, replay_file: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert Ran(capsys, "replay", str(replay_file), "--cards", str(CARDS)).code == 0

    def test_tells_the_problems_of_cards_and_files(
        self, replay_file: Path, files: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        (files / "m.json").write_text('{"format": "replay/1", "ruleset": "wizards"}')
        (files / "n.json").write_text('{"format": "replay/9"}')

        assert "E-SCHEMA /manaCost" in Ran(capsys, "replay", str(replay_file), "--cards", str(files / "bad.json")).err
        assert "E-SCHEMA" in Ran(capsys, "replay", str(files / "m.json")).err
        assert "this engine reads replay/1" in Ran(capsys, "replay", str(files / "n.json")).err
        assert (
            Ran(capsys, "replay", str(files / "nowhere.json")).err == f"engine: there is no file {files}/nowhere.json\n"
        )


class TestTerminal:
    def test_shows_how_far_a_long_run_is(self, files: Path) -> None:
        leader, follower = pty.openpty()
        call = [sys.executable, "-m", "engine", "validate", str(files), "--lang", "en"]
        process = subprocess.run(call, cwd=ROOT, stdout=subprocess.PIPE, stderr=follower, text=True)
        os.close(follower)
        reported = os.read(leader, 10_000).decode()
        os.close(leader)

        assert reported == "\rfiles 1/2\x1b[K\r\x1b[K"
        assert "files" not in process.stdout

    def test_shows_nothing_in_a_pipe(self, files: Path) -> None:
        assert engine("validate", str(files)).stderr == ""

    def test_may_hang_up(self) -> None:
        call = f"{sys.executable} -m engine play wizards --seed 1 --seats 2 --bots random | head -1"
        done = subprocess.run(["bash", "-c", call], cwd=ROOT, capture_output=True, text=True)

        assert (done.stdout.count("\n"), done.stderr) == (1, "")

    def test_without_signs_for_chinese_is_written_to_all_the_same(self) -> None:
        run = engine("rulesets", "--lang", "zh", PYTHONIOENCODING="latin-1")

        assert (run.returncode, run.stderr) == (0, "")
        assert "\\u" in run.stdout
        assert "逆时" in engine("rulesets", "--format", "json", PYTHONIOENCODING="latin-1").stdout

    def test_that_is_interrupted_is_left_without_a_word(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def interrupt(*_: Any, **__: Any) -> None:
            raise KeyboardInterrupt

        monkeypatch.setattr(api, "rulesets", interrupt)

        assert main(("rulesets",), time.process_time, {}) == 130

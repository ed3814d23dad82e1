"""A game without lives, payment and play of cards: no part of the toolkit may take these for granted, and each part of the library comes alone."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from engine import api
from engine import gates as of_games
from engine.ruleset import Ruleset
from engine.ruleset.faults import Fault
from engine.rulesets import added, find, load_failures
from engine.toolkit import library, targets

SOURCE = '''
from engine.language.spec import LocalizedText, Number, Targets, field
from engine.packs.decks import DeckRules
from engine.toolkit import library as lib
from engine.toolkit import targets
from engine.toolkit.builder import RulesetBuilder
from engine.toolkit.rulebook import Timing, Var, deck, discard, hand, zone

game = RulesetBuilder(
    "bare", "Bare", "素局", folder=__file__, sample=("bare-one", ("One", "其一"), ("A few pieces.", "几枚棋子。")),
    seat=[Var(name="points", title=LocalizedText("Points", "分数"), high=99)],
    zones=[deck(), hand(2), zone("heap", "Heap", "堆", hidden_from="others"), discard()], turns=3, rules="B",
)
piece = game.kind(
    "piece", "Piece", "棋子", stats=[Var(name="rank", title=LocalizedText("Rank", "点数"), high=9)],
    timings=[Timing("onLay", LocalizedText("When laid", "放下时"))],
)
{part}

@game.effect("gain", "Gain points", "获得分数", field("amount", Number(0, 9), "Amount", "数值"),
             phrase=("Gain {{amount:point|points}}.", "获得{{amount:分}}。"), search=("gain", "获得"))
def gain(t, amount):
    t.add(t.player, "points", amount)

@game.effect("raise", "Raise", "升级", field("target", Targets("piece"), "Target", "目标"),
             phrase=("{{target}} gets a rank.", "{{target}}点数+1。"), search=("raise", "升级"))
def raise_it(t, target):
    for card in target:
        t.add(card, "rank", 1, high=9)

@game.chooser("inHand", "Pieces in hand", "手中的棋子", phrase=("the pieces in your hand", "你手中的棋子"), gives="piece")
def in_hand(t):
    return [card for card in t.zone("hand")]

@game.chooser("topmost", "The top of your heap", "堆顶", phrase=("the top of your heap", "你的堆顶"), gives="piece")
def topmost(t):
    return t.zone("heap")[-1] if t.zone("heap") else ()

@game.action("lay", "Lay", "放下", of="hand", can=lambda t, me: t.kind(me) is piece)
def lay(t, me):
    t.move(me, "heap")
    t.run_timings(me, "onLay")

game.setting("goal", 3, "Goal", "目标")
game.score(points=3, heap=1)
game.template(piece, "A piece", "棋子", """{{"id": "@ID@", "name": "New piece", "type": "piece", "rank": 2, "description": ""}}""")
RULESET = game.build()
'''
CARDS = """[{"id": "bare.pawn", "name": "Pawn", "type": "piece", "rank": 1, "description": "",
  "behaviors": [{"at": "onLay", "do": [{"type": "raise", "target": {"type": "inHand"}}, {"type": "raise", "target": {"type": "topmost"}}]}]}]"""
PARTS = (
    *(
        ("lib", name, call)
        for name, call in (
            ("turns", ""),
            ("rounds", ""),
            ("plays", ""),
            ("counting", ""),
            ("damage", ""),
            ("heal", ""),
            ("draw", "()"),
            ("draw", "(fatigue=True)"),
            ("buff", ""),
            ("give_keyword", ""),
            ("summon", "(piece)"),
            ("dying", "(piece)"),
            ("fight", ""),
            ("cards", ""),
        )
    ),
    *(
        ("targets", name, call)
        for name, call in (
            ("chooser", '("character")'),
            ("chooser", "(piece)"),
            ("hero", ""),
            ("allegiance", "(piece)"),
            ("stat", ""),
            ("count", ""),
        )
    ),
)
NEEDY = {
    "lib.damage",
    "lib.heal",
    "lib.draw(fatigue=True)",
    "lib.buff",
    "lib.give_keyword",
    "lib.summon(piece)",
    "lib.dying(piece)",
    'targets.chooser("character")',
    "targets.chooser(piece)",
}
"""Parts that a game without lives, keywords and cards in play cannot use."""


@contextmanager
def bare(folder: Path, part: str) -> Iterator[Ruleset | Fault]:
    """Write the game with a part, and yield it as it is loaded, or why it is not."""
    home = folder / "bare"
    for name in ("cards", "scenarios"):
        (home / name).mkdir(parents=True, exist_ok=True)
    (home / "__init__.py").write_text(SOURCE.format(part=part), "utf-8")
    (home / "cards" / "all.json").write_text(CARDS, "utf-8")
    (home / "styles.json").write_text('{"styles": {}, "references": {"piece": ["bare.pawn"]}}', "utf-8")
    before = [Path(path) for path in added()]
    api.search_rulesets([folder])
    try:
        fault = next((fault for fault in load_failures() if fault.name == "bare"), None)
        yield fault or find("bare")
    finally:
        api.search_rulesets(before)


class TestABareGame:
    def test_lists_every_part_of_the_library(self) -> None:
        """A part is a public function of these modules that takes a game, or what a game's declarations are made with."""
        fields = {"amount", "target", "play", "choosing", "options"}
        parts = {
            f"{module}.{name}"
            for module, scope in (("lib", library), ("targets", targets))
            for name, function in vars(scope).items()
            if inspect.isfunction(function)
            and function.__module__ == scope.__name__
            and name[0] != "_"
            and name not in fields
        }

        assert parts == {f"{module}.{name}" for module, name, _ in PARTS}

    def test_takes_each_part_or_is_told_at_its_line_what_it_lacks(self, tmp_path: Path) -> None:
        line, refusals = SOURCE[: SOURCE.index("{part}")].count("\n") + 1, {}
        for place, (module, name, call) in enumerate(PARTS):
            whole = f"{module}.{name}{call}"
            with bare(tmp_path / str(place), f"game.use({whole})") as game:
                if isinstance(game, Fault):
                    refusals[whole] = [
                        (fault.line == line, f"{module}.{name}" in fault.text.en) for fault in (game, *game.more)
                    ]
                    continue
                match = api.play(api.new_match(game, seed=1, seats=2, bots_by_seat=("greedy", "random")))
                assert match["result"]["reason"] == "time", whole

        assert refusals == {name: [(True, True)] for name in NEEDY}

    def test_numbers_its_settings_in_their_order(self, tmp_path: Path) -> None:
        with bare(tmp_path, "") as game:
            assert isinstance(game, Ruleset)

            assert [(setting.name, setting.rule) for setting in game.settings] == [
                ("points", "B1"),
                ("hand", "B2"),
                ("turns", "B3"),
                ("goal", "B4"),
            ]

    def test_offers_no_play_from_which_nothing_follows(self, tmp_path: Path) -> None:
        with bare(tmp_path, "game.use(lib.plays)") as game:
            assert isinstance(game, Ruleset)
            matches = [
                api.play(api.new_match(game, seed=seed, seats=2, bots_by_seat=("random", "random")))
                for seed in range(4)
            ]

            assert "lay" in str(matches)
            assert "play" not in str([match["actions"] for match in matches])

    def test_has_bots_that_draw(self, tmp_path: Path) -> None:
        """All its matches are draws: there is no victory by which the gate could compare bots."""
        with bare(tmp_path, "") as game:
            assert isinstance(game, Ruleset)

            assert [*of_games.bots(game)] == []

    def test_is_scored_by_what_lies_in_its_zones(self, tmp_path: Path) -> None:
        with bare(tmp_path, "") as game:
            assert isinstance(game, Ruleset)
            match = api.play(api.new_match(game, seed=1, seats=2, bots_by_seat=("greedy", "greedy")))

            assert [action for action in match["actions"] if "lay" in str(action)] != []


VERBS = (
    "rows",
    "gets",
    "adds",
    "wins",
    "passes",
    "goes",
    "carries",
    "steals",
    "hits",
    "pays",
    "tosses",
    "loses",
    "plays",
    "is",
)
EFFECTS = """
game.use(targets.hero)
for verb in VERBS:
    @game.effect("move-" + verb, "Move", "划", field("amount", Number(0, 9), "Amount", "数值"), field("target", Targets("player"), "Target", "目标"),
                 phrase=("{target} " + verb + " {amount:cell|cells}.", "{target}划行{amount:格}。"), search=("move", "划"))
    def move(t, amount, target):
        t.add(t.player, "points", amount)
""".replace("VERBS", repr(VERBS))


class TestAVerb:
    def test_is_found_in_a_text_in_each_of_its_forms(self, tmp_path: Path) -> None:
        """A text that nearly is the rules text mentions the effect, whether a player or a unit does it."""
        wrong = []
        with bare(tmp_path, EFFECTS) as game:
            assert isinstance(game, Ruleset), game.sentences()
            for verb, who in ((verb, who) for verb in VERBS for who in ("you", "opponent")):
                move = {"type": f"move-{verb}", "amount": 2, "target": {"type": "hero", "who": who}}
                card = {
                    "id": "bare.x",
                    "name": "X",
                    "type": "piece",
                    "rank": 1,
                    "behaviors": [{"at": "onLay", "do": [move]}],
                }
                own = api.describe(game, card, "en").strip()
                for text in (own, own.replace("When laid: ", "When laid, "), own.replace("2 cells", "two cells")):
                    wrong += [
                        (text, mismatch.rules_text) for mismatch in api.mismatches(game, {**card, "description": text})
                    ]

        assert wrong == []

"""What a file brings beside its cards: decks, scenarios and images, taken with them or left out by name."""

import hashlib
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import field, replace

from cards.errors import BadText, InvalidFields, Refusal
from cards.gateway import deck_files, editing, scenario_files
from cards.gateway.problems import Problem
from cards.images import art_encoded
from cards.models import Account, Deck, Pack, Scenario
from cards.models.scenario import SCENARIO_LIMIT
from cards.queries.art import art_is_kept, art_is_readable
from cards.queries.scenario import pack_scenarios
from cards.refusals import Text, text
from cards.services.blob import blobs_keep
from cards.services.deck import decks_write
from cards.services.scenario import OF_CARD, scenario_name, scenarios_write
from cards.values import frozen_dataclass

NO_DECKS = text("This game is played without decks.", "这个游戏不使用牌组。")
NO_CARD = text("It refers to no card of the pack.", "其中没有引用卡包中的卡牌。")
NO_IMAGE = text("The file names this image without bringing it.", "文件提到了这张图片，但没有附上。")
NO_FILE = text("A pack cannot store this file.", "卡包中没有存放此文件的位置。")
NO_WORDS = text("The file has no card for these texts.", "文件中没有这段文案所属的卡牌。")
TOO_MANY = text(f"A card can have at most {OF_CARD} scenarios.", f"每张卡牌最多 {OF_CARD} 个场景。")


@frozen_dataclass
class Beside:
    """What a file brings beside its cards, as it is in the file.

    Shapes: decks and scenarios are by file; art is by the card's id, as are pins, the hashes of images that a manifest names;
            others are files, strays texts that nothing takes.
    """

    decks: Mapping[str, bytes] = field(default_factory=dict)
    scenarios: Mapping[str, bytes] = field(default_factory=dict)
    art: Mapping[str, bytes] = field(default_factory=dict)
    pins: Mapping[str, str] = field(default_factory=dict)
    others: tuple[str, ...] = ()
    strays: tuple[str, ...] = ()


NO_FILES = Beside()
PNG_BEGINS = b"\x89PNG"


@frozen_dataclass
class NotTaken:
    """A thing of the file that is not imported, by name, and why."""

    name: str
    why: Text


@frozen_dataclass
class Part:
    """The decks or the scenarios of a file, by what becomes of each."""

    new: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    unchanged: tuple[str, ...] = ()

    @property
    def writes(self) -> int:
        """Return how many are written."""
        return len(self.new) + len(self.changed)


@frozen_dataclass
class BesidePlan:
    """What becomes of everything beside the cards.

    Shapes: decks holds each deck with the one of the pack that it replaces; scenarios hold (card id, text, the one that it replaces); art
            is the hash of the new image by the card's id, images their bytes by hash.
    """

    decks: tuple[tuple[deck_files.DeckFile, Deck | None], ...] = ()
    scenarios: tuple[tuple[str, str, Scenario | None], ...] = ()
    art: Mapping[str, str] = field(default_factory=dict)
    images: Mapping[str, bytes] = field(default_factory=dict)
    deck_part: Part = Part()
    scenario_part: Part = Part()
    problems: tuple[Problem, ...] = ()
    not_taken: tuple[NotTaken, ...] = ()

    @property
    def writes(self) -> int:
        """Return how many things are written."""
        return self.deck_part.writes + self.scenario_part.writes + len(self.art)


NOTHING_BESIDE = BesidePlan()


def beside_plan(*, account: Account, pack: Pack, beside: Beside, cards: Collection[str]) -> BesidePlan:
    """Return what becomes of everything beside the cards; `cards` are the ids that the pack has once the cards are written.

    Errors: InvalidFields for two decks of one id.
    """
    reader = _Reader(account, pack, beside, frozenset(cards))
    decks, deck_part = reader.decks()
    scenarios, scenario_part = reader.scenarios()
    art, images = reader.art()
    not_taken = [NotTaken(name, NO_FILE) for name in beside.others]
    not_taken += [NotTaken(name, NO_WORDS) for name in beside.strays]
    return BesidePlan(
        decks=decks,
        scenarios=scenarios,
        art=art,
        images=images,
        deck_part=deck_part,
        scenario_part=scenario_part,
        problems=tuple(reader.problems),
        not_taken=(*reader.not_taken, *not_taken),
    )


class _Reader:
    """Compares what lies beside the cards with what the pack has."""

    def __init__(self, account: Account, pack: Pack, beside: Beside, cards: frozenset[str]) -> None:
        self.account, self.pack, self.beside, self.cards = account, pack, beside, cards
        self.not_taken: list[NotTaken] = []
        self.problems: list[Problem] = []

    def decks(self) -> tuple[tuple[tuple[deck_files.DeckFile, Deck | None], ...], Part]:
        """Return the decks that are written, and what becomes of each."""
        if self.beside.decks and not deck_files.has_decks(self.pack.ruleset):
            self.not_taken += [NotTaken(name, NO_DECKS) for name in self.beside.decks]
            return (), Part()
        rows = (
            Deck.objects.filter(pack=self.pack, trashed_at__isnull=True).select_related("pack")
            if self.beside.decks
            else ()
        )
        decks_by_id = {deck.deck_id.lower(): deck for deck in rows}
        decks_to_write, outcomes, ids_seen = (
            list[tuple[deck_files.DeckFile, Deck | None]](),
            dict[str, list[str]](),
            set[str](),
        )
        for read in self._read_decks():
            folded_id = read.deck_id.lower()
            if folded_id in ids_seen:
                raise InvalidFields.of(
                    "/deckId", f"The deck {read.deck_id} occurs twice.", f"牌组 {read.deck_id} 出现了两次。"
                )
            ids_seen.add(folded_id)
            existing = decks_by_id.get(folded_id)
            kind = "new" if existing is None else "unchanged" if existing.text == read.text else "changed"
            outcomes.setdefault(kind, []).append(read.deck_id)
            if kind != "unchanged":
                decks_to_write.append((read, existing))
        return tuple(decks_to_write), _part(outcomes)

    def _read_decks(self) -> Iterator[deck_files.DeckFile]:
        for name, data in self.beside.decks.items():
            try:
                yield deck_files.deck_read(self.pack.ruleset, data)
            except BadText as refused:
                self.problems += [replace(problem, file=name) for problem in refused.problems]
                self.not_taken.append(
                    NotTaken(name, refused.problems[0].message if refused.problems else refused.detail)
                )

    def scenarios(self) -> tuple[tuple[tuple[str, str, Scenario | None], ...], Part]:
        """Return the scenarios that are written, each with its card, and what becomes of each."""
        rows = pack_scenarios(pack=self.pack) if self.beside.scenarios else ()
        scenarios_of_card: dict[str, list[Scenario]] = {}
        for row in rows:
            scenarios_of_card.setdefault(row.card.written_id, []).append(row)
        to_write, outcomes = list[tuple[str, str, Scenario | None]](), dict[str, list[str]]()
        counts = {card: len(of_card) for card, of_card in scenarios_of_card.items()}
        for file, card, scenario_text in self._read_scenarios():
            existing, kind = _match(scenarios_of_card.get(card, []), scenario_text)
            if kind == "new" and counts.get(card, 0) >= OF_CARD:
                self.not_taken.append(NotTaken(file, TOO_MANY))
                continue
            counts[card] = counts.get(card, 0) + (kind == "new")
            outcomes.setdefault(kind, []).append(file)
            if kind != "unchanged":
                to_write.append((card, scenario_text, existing))
        return tuple(to_write), _part(outcomes)

    def _read_scenarios(self) -> Iterator[tuple[str, str, str]]:
        """Yield file, card and text of each scenario."""
        for file, data in self.beside.scenarios.items():
            folder = file.split("/")[-2]
            whole = data.decode("utf-8-sig", "replace")
            for scenario_text in [whole] if folder in self.cards else scenario_files.scenario_texts(whole):
                card = folder if folder in self.cards else self._named(scenario_text)
                if not card:
                    self.not_taken.append(NotTaken(file, NO_CARD))
                elif len(scenario_text) > SCENARIO_LIMIT:
                    why = text(f"At most {SCENARIO_LIMIT} characters.", f"最多 {SCENARIO_LIMIT} 个字符。")
                    self.not_taken.append(NotTaken(file, why))
                else:
                    yield file, card, scenario_text

    def _named(self, said: str) -> str:
        """Return the first card of the pack that a scenario names, in what it begins with before anything else."""
        value = editing.json_object(said) or {}
        words = (word for part in (value.get("given"), value) for word in scenario_files.strings_in(part))
        return next((word for word in words if word in self.cards), "")

    def art(self) -> tuple[dict[str, str], dict[str, bytes]]:
        """Return the hash of each card's new image, and the bytes of those that are not kept yet."""
        hash_of_card, images = dict[str, str](), dict[str, bytes]()
        for card, data in self.beside.art.items():
            if card not in self.cards:
                self.not_taken.append(NotTaken(_image_name(card, data), NO_CARD))
                continue
            try:
                sha256, stored = _stored_image(data)
            except Refusal as refused:
                self.not_taken.append(NotTaken(_image_name(card, data), refused.detail))
                continue
            hash_of_card[card] = sha256
            images[sha256] = stored
        for card, sha256 in self.beside.pins.items():
            if card in self.cards and card not in hash_of_card:
                if art_is_readable(account=self.account, sha256=sha256):
                    hash_of_card[card] = sha256
                else:
                    self.not_taken.append(NotTaken(f"art/{card}.webp", NO_IMAGE))
        return hash_of_card, images


def _image_name(card: str, data: bytes) -> str:
    """Return what an image of a file is called there, whose bytes say which kind it is."""
    return f"art/{card}{'.png' if data.startswith(PNG_BEGINS) else '.webp'}"


def _stored_image(data: bytes) -> tuple[str, bytes]:
    """Return hash and bytes of an image as it is kept: one that this portal made stays as it is, any other is written again."""
    sha256 = hashlib.sha256(data).hexdigest()
    if art_is_kept(sha256=sha256):
        return sha256, data
    encoded = art_encoded(data)
    return hashlib.sha256(encoded).hexdigest(), encoded


def _match(rows: Iterable[Scenario], scenario_text: str) -> tuple[Scenario | None, str]:
    """Return the scenario of the card that a text says again, or that it says otherwise under the same name."""
    name = scenario_name(scenario_text)
    for row in rows:
        if row.text == scenario_text:
            return row, "unchanged"
    same = next((row for row in rows if name and row.name == name), None)
    return same, "new" if same is None else "changed"


def _part(outcomes: Mapping[str, list[str]]) -> Part:
    return Part(**{kind: tuple(names) for kind, names in outcomes.items()})


def beside_write(*, account: Account, pack: Pack, plan: BesidePlan, cards: Mapping[str, int]) -> None:
    """Write decks and scenarios; the images go with the cards. `cards` are the keys of the pack's cards by their ids.

    Errors: Stale for a deck or a scenario that was saved meanwhile.
    """
    decks_write(account=account, pack=pack, decks=plan.decks)
    scenarios_write(
        account=account, pack=pack, scenarios=[(cards[card], said, there) for card, said, there in plan.scenarios]
    )


def images_keep(*, plan: BesidePlan) -> None:
    """Store the images that a plan brings."""
    blobs_keep(contents=plan.images.values())

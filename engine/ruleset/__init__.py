"""What a game declares. A ruleset is a value: those on the search path are found by folder name, a test may hand in one of its own."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from hashlib import sha256
from typing import Any

from engine.errors import BadCard
from engine.kernel.definitions import CardDef, EventRule, Lifespan, payload_index
from engine.kernel.events import BLOCKS as KERNEL_BLOCKS
from engine.kernel.events import PERIOD_ENDS
from engine.kernel.state import Block, Op, Program
from engine.language.analysis.lost_names import named_nowhere
from engine.language.analysis.naming import unknown_cards
from engine.language.compiling.compile import Unit
from engine.language.pack_keywords import Texts, is_declaration, with_declarations
from engine.language.reading.inner_cards import lifted
from engine.language.reading.surface import desugar
from engine.language.spec.events import EventSpec
from engine.language.spec.vocabulary import Vocabulary
from engine.recent import Recent
from engine.ruleset.concerns import Content, Identity, Play, Presentation, Rules
from engine.ruleset.layouts import Badge, BoardLayout, Mark, Pool, Terrain, Track
from engine.ruleset.parts import (
    Beginning,
    Board,
    BoardRefusal,
    ComputedFact,
    Decks,
    Experiment,
    Guide,
    Json,
    ProblemCode,
    ProblemExample,
    Setting,
    Template,
    Variable,
    Verb,
    ZoneSpec,
)


@dataclass(frozen=True, kw_only=True)
class Ruleset(Identity, Content, Rules, Play, Presentation):
    """One game: all that the engine and its users know of it."""

    def config_with(self, given: Json) -> Json:
        """Return the config with some settings changed, given as JSON has them: lists, and tables with names as texts."""
        return {name: _in_form_of(held, given[name]) if name in given else held for name, held in self.config.items()}

    def kind_of(self, document: Json) -> str:
        """Return the kind of card that a document is."""
        kind = self.vocabulary.kind_of(document)
        return (kind or self.vocabulary.kinds[-1]).name

    def token(self, name: str) -> str:
        """Return the name under which pages know a tone or icon of this game, which no other game can take; any other name as it is."""
        own = name in {*(tone.name for tone in self.tones), *(icon.name for icon in self.icons)}
        prefix = f"{self.name.replace('_', '-')}-"
        return name if name.startswith(prefix) or not own else f"{prefix}{name}"

    def of_pack(self, documents: Iterable[Json], texts: Texts | None = None) -> Ruleset:
        """Return the game as a pack with these cards knows it: with what they declare, itself where they declare nothing.

        A game with a kind of card that declares something has a `rewrite` that takes the vocabulary, and a `face` that takes what
        declarations are called.
        """
        declarations = [card for card in documents if is_declaration(self.vocabulary, card)]
        if not declarations:
            return self
        plain = self.vocabulary.plain or self.vocabulary
        read = [self.rewrite(card, vocabulary=plain).document for card in declarations]
        return _with_declarations(self, read, texts or {})

    def compile_card(
        self,
        document: Json,
        digest: str,
        counting: bool = False,
        known_as: str = "",
        left_out: Collection[str] = (),
    ) -> tuple[CardDef, Unit]:
        """Compile one checked, canonical document; `digest` is its content hash. What defines it sees the core form.

        Shapes: `known_as` is the card that it asks and draws chance as, where that is another than itself; `left_out` are the pointers of the
                core form of parts that it is compiled without: effects are skipped, conditions hold, triggers and modifiers are not there.
        Errors: LookupError for a part that cannot be left out.
        """
        core = desugar(self.vocabulary, document)
        name = f"{document['id']}@{digest[:8]}"
        card = known_as or document["id"]
        unit = Unit(self.vocabulary, name, card, counting, core.expansions, frozenset(left_out))
        outer, inner = lifted(self.vocabulary, core.document)
        definition = self._defined(outer, unit)
        for one in inner:
            unit.cards[one.document["id"]] = self._defined(one.document, replace(unit, at=one.pointer))
        if unit.omitted != unit.left_out:
            raise LookupError(f"{name}: nothing to leave out at {', '.join(sorted(unit.left_out - unit.omitted))}")
        return definition, unit

    def _defined(self, document: Json, unit: Unit) -> CardDef:
        definition = self.define(document, self.kind_of(document), unit)
        return _with_parts_left_out(definition, unit) if unit.left_out else definition

    def program(
        self,
        cards: Sequence[tuple[Json, str]],
        *,
        seats: int,
        config: Mapping[str, Any] | None = None,
        counting: bool = False,
        script: Mapping[str, tuple[Any, ...]] | None = None,
        exclusions: Collection[str] = (),
    ) -> Program:
        """Compile a whole set of cards, each with its content hash, into what a match runs on; `script` fixes chance.

        Shapes: `exclusions` are the cards that are left out on purpose, and which others may name nonetheless.
        Errors: BadCard E-REF for each card that one of the set names and that is not in it: a match ignores no name.
        """
        ruleset = self.of_pack(document for document, _ in cards)
        _check_names(ruleset.vocabulary, [document for document, _ in cards], exclusions)
        rules = {event.name: _event_rule(event) for event in self.vocabulary.events}
        settings = {**self.config, **(config or {}), "seats": seats}
        content = sha256("\n".join(sorted(digest for _, digest in cards)).encode()).hexdigest()
        bare = Program(
            ruleset=self.name,
            content_hash=content,
            codes={block.id: block for block in (*KERNEL_BLOCKS, *self.blocks)},
            tests={},
            events=rules,
            lifetimes=_lifespans(self.vocabulary),
            cards={},
            config=settings,
            budgets=self.budgets,
            payload_keys=payload_index(rules),
            mechanics=self.mechanics,
            scripted=script or {},
        )
        return bare.with_units(ruleset.compile_card(document, digest, counting) for document, digest in cards)


def _with_parts_left_out(definition: CardDef, unit: Unit) -> CardDef:
    """Return a card without the abilities that are left out of it; all else that is was not compiled."""
    abilities = []
    for ability in definition.abilities:
        without = [each for each in unit.left_out if ability.body.startswith(f"{unit.name}#{each}/")]
        unit.omitted.update(without)
        if not without:
            abilities.append(ability)
    return replace(definition, abilities=tuple(abilities))


_WITH_DECLARATIONS: Recent[tuple[int, str], tuple[Ruleset, Ruleset]] = Recent(16)


def _with_declarations(ruleset: Ruleset, declarations: Sequence[Json], texts: Texts) -> Ruleset:
    """Return a game with the declarations of a pack, remembered by content: a pure memo of bounded size."""
    names = {str(card.get("id")) for card in declarations}
    declared_texts = {card: dict(held) for card, held in texts.items() if card in names}
    content = json.dumps([*declarations, declared_texts], sort_keys=True, ensure_ascii=False)
    digest = sha256(content.encode()).hexdigest()

    def extend() -> tuple[Ruleset, Ruleset]:
        vocabulary = with_declarations(ruleset.vocabulary, declarations, declared_texts)
        rewrite = partial(ruleset.rewrite, vocabulary=vocabulary)
        face = partial(ruleset.face, names=vocabulary.named)
        return ruleset, replace(ruleset, vocabulary=vocabulary, rewrite=rewrite, face=face, declarations_digest=digest)

    return _WITH_DECLARATIONS.of((id(ruleset), digest), extend)[1]


def _in_form_of(default: Any, value: Any) -> Any:
    """Return a setting in the form of its default; a table keeps what is not given."""
    if isinstance(default, Mapping):
        return {
            name: _in_form_of(held, value[str(name)]) if str(name) in value else held for name, held in default.items()
        }
    return tuple(value) if isinstance(default, tuple) else value


def settings_json(config: Mapping[str, Any]) -> Json:
    """Return a match's config as JSON has it, without `seats`."""
    return {name: _json(held) for name, held in config.items() if name != "seats"}


def _json(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {str(name): _json(held) for name, held in value.items()}
    return [_json(held) for held in value] if isinstance(value, tuple | list) else value


def _check_names(vocabulary: Vocabulary, documents: Sequence[Json], exclusions: Collection[str]) -> None:
    """Refuse a set in which a card names one that is not there."""
    known = {*(document["id"] for document in documents), *exclusions}
    wrong = [named_nowhere(card, one, known) for card, one in unknown_cards(vocabulary, documents, known)]
    if wrong:
        raise BadCard(wrong)


def _event_rule(event: EventSpec) -> EventRule:
    return EventRule(
        event.name,
        tuple(event.fields),
        event.runtime.stage,
        event.runtime.perform,
        event.members,
        event.runtime.cancellable,
        event.runtime.mode,
        event.runtime.hears_after_leaving,
        event.runtime.counted_before,
    )


def _lifespans(vocabulary: Vocabulary) -> dict[str, Lifespan]:
    return {
        life.name: Lifespan(
            life.once,
            f"{PERIOD_ENDS}{life.period}" if life.period else life.until,
            life.owner_field or "",
            life.zones,
        )
        for life in vocabulary.lifetimes
    }


__all__ = [
    "Badge",
    "Beginning",
    "Block",
    "Board",
    "BoardLayout",
    "BoardRefusal",
    "ComputedFact",
    "Decks",
    "Experiment",
    "Guide",
    "Json",
    "Mark",
    "Op",
    "Pool",
    "ProblemCode",
    "ProblemExample",
    "Program",
    "Ruleset",
    "Setting",
    "Template",
    "Terrain",
    "Track",
    "Variable",
    "Verb",
    "ZoneSpec",
    "settings_json",
]

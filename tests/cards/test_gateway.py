"""What the gateway remembers of the engine's answers, and for how long."""

from __future__ import annotations

import hashlib
import json

import pytest
from django.core.cache import cache

from cards.gateway import validation
from cards.gateway.fields import card_fields, fields_of
from engine import api

TEXT = '{"id": "a.treasure.common.b"}'
SOURCE = hashlib.sha256(TEXT.encode()).hexdigest()


class TestProblemCounts:
    def test_are_remembered_under_all_code_of_the_engine(self) -> None:
        """The checker decides no match, so it is not part of the engine hash; an edit of it must count again all the same."""
        context = validation.problem_context("wizards", frozenset())
        counts = validation.problem_counts("wizards", [(SOURCE, TEXT, {})], known_ids=frozenset(), context=context)
        kept = hashlib.sha256(api.source_hash("wizards").encode()).hexdigest()[:32]

        assert cache.get(f"verdict:{kept}:{SOURCE}") == counts[SOURCE]
        assert counts[SOURCE]["errors"] > 0
        assert json.loads(json.dumps(counts)) == counts  # the cache of a running portal keeps JSON


class TestFieldsOfACard:
    """What lists, filters and the grid know of a card's head, in games that tell kinds apart by a field or by a word in one."""

    @pytest.mark.parametrize("ruleset", ["wizards", "halo", "genius", "encounter"])
    def test_are_those_of_its_own_kind_for_every_shipped_card(self, ruleset: str) -> None:
        fields_by_pointer = {field.pointer: field for field in card_fields(ruleset)}
        for document, _ in api.card_set(ruleset):
            own = {field.pointer for field in fields_of(ruleset, document)}
            plain = {f"/{name}" for name, value in document.items() if isinstance(value, str | int)}

            assert plain <= own, document["id"]
            for pointer in plain & fields_by_pointer.keys():
                options = fields_by_pointer[pointer].options
                assert not options or str(document[pointer[1:]]) in options, (document["id"], pointer)

    def test_leave_out_those_of_other_kinds(self) -> None:
        artifact = next(document for document, _ in api.card_set("genius") if document["type"] == "equipment")

        assert "/maxHealth" not in {field.pointer for field in fields_of("genius", artifact)}
        assert fields_of("genius", {"type": "nothing"}) == fields_of("genius", {"id": "x"})

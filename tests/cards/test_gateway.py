"""What the gateway remembers of the engine's answers, and for how long."""

from __future__ import annotations

import hashlib
import json

import pytest
from django.core.cache import cache

from cards.gateway import nodes, validation
from cards.gateway.fields import card_fields, fields_of, kept_schema
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


class TestTheWayToAPlace:
    """A key such as `effects` means another field on a card than in an ability: each step is called as the record around it calls it."""

    @pytest.mark.parametrize("ruleset", ["wizards", "halo", "genius", "encounter"])
    def test_calls_each_key_as_a_record_with_all_keys_of_the_object(self, ruleset: str) -> None:
        records = [
            {name: part["title"] for name, part in rule.get("properties", {}).items() if "title" in part}
            for rule in kept_schema(ruleset, api.source_hash(ruleset))["$defs"].values()
        ]
        marks = {key for key, _ in nodes._types_by_mark(ruleset, api.source_hash(ruleset))}
        titles = [(name, title) for record in records for name, title in record.items()]
        unlike = {name for name, _ in titles if len({title for other, title in titles if other == name}) > 1}
        looked_at = 0
        for document, _ in api.card_set(ruleset)[::4]:
            for match in nodes.walk(document):
                candidates = [record for record in records if match.value.keys() - marks <= record.keys()]
                for name in (unlike & match.value.keys()) if candidates else ():
                    looked_at += 1
                    way = nodes.path_in_words(ruleset, document, f"{match.pointer}/{name}")
                    depth = sum(not part.isdigit() for part in f"{match.pointer}/{name}".split("/")[1:])
                    assert way[depth - 1]["en"].rstrip(" 0123456789") in {record[name] for record in candidates}, (
                        document["id"],
                        match.pointer,
                        name,
                    )

        assert looked_at > 20

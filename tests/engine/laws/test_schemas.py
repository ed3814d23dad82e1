"""The exported schema and the checker's structure layer give one verdict and name the same places, in every ruleset."""

from __future__ import annotations

import jsonschema_rs
import pytest
from jsonschema import Draft202012Validator

from engine import api
from engine.kernel.chance import Stream
from engine.language.analysis.structure import structure
from tests.engine.language.addresses import fast_places, reference_places
from tests.engine.language.strategies import Keyed, Maker, spoilt
from tests.engine.laws.matches import RULESETS
from tests.examples import some_of

DOCUMENTS = some_of(5_000, part=12)
SLOW = 50
"""Two documents in so many, a right one and a broken one, are shown to the slow reference validator too."""


@pytest.mark.slow
@pytest.mark.parametrize("name", RULESETS)
class TestTheSchema:
    def test_says_of_thousands_of_documents_what_the_checker_says(self, name: str) -> None:
        """Conformance 140: half of them are broken in one random place."""
        vocabulary = RULESETS[name].vocabulary
        exported = api.schema(RULESETS[name])
        fast, reference = jsonschema_rs.validator_for(exported), Draft202012Validator(exported)
        refusal = 0
        for number in range(DOCUMENTS):
            choices = Keyed(Stream(140, f"{name}/{number}"))
            document = Maker(vocabulary, choices, full=bool(number % 4)).document(2 + number % 6)
            document = spoilt(document, choices) if number % 2 else document
            mine = {problem.path for problem in structure(vocabulary, document)}
            refusal += bool(mine)

            assert fast_places(fast, document) == mine, document
            assert fast.is_valid(document) == (not mine), document
            assert number % SLOW > 1 or reference_places(reference, document) == mine, document
            assert number % 2 or not mine, document
        assert refusal > DOCUMENTS // 4

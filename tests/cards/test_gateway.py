"""What the gateway remembers of the engine's answers, and for how long."""

from __future__ import annotations

import hashlib

from django.core.cache import cache

from cards import gateway
from engine import api

TEXT = '{"id": "a.treasure.common.b"}'
SOURCE = hashlib.sha256(TEXT.encode()).hexdigest()


class TestProblemCounts:
    def test_are_remembered_under_all_code_of_the_engine(self) -> None:
        """The checker decides no match, so it is not part of the engine hash; an edit of it must count again all the same."""
        counts = gateway.problem_counts("wizards", [(SOURCE, TEXT, {})], known=frozenset())
        kept = hashlib.sha256(api.source_hash("wizards").encode()).hexdigest()[:32]

        assert cache.get(f"verdict:{kept}:{SOURCE}") == counts[SOURCE]
        assert counts[SOURCE]["errors"] > 0

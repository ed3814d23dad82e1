"""Scenarios of a pack's cards, with every save and with what came of the last run."""

from collections.abc import Iterable, Mapping
from typing import Any, Literal

from django.db import models
from django.utils import timezone

from cards.models.fields import SHA256_LENGTH, LineField, digest_check

SCENARIO_LIMIT = 64 * 1024  # characters of a scenario's text


State = Literal["tests_nothing", "not_set_up", "passed", "failed", "out_of_date"]
"""What is known of a scenario; one that was not run since something that decides it changed is out of date."""

RED: tuple[State, ...] = ("failed", "not_set_up")
"""States in which a scenario holds back an approval and a release."""


def state_of(outcomes: Iterable[Mapping[str, Any]]) -> State:
    """Return the state of a text by those of its scenarios: the worst of them; a text without one tests nothing.

    An outcome of before there were states passed or failed.
    """
    found = {outcome.get("state") or ("passed" if outcome["ok"] else "failed") for outcome in outcomes}
    worst: tuple[State, ...] = (*RED, "tests_nothing")
    return next((state for state in worst if state in found), "passed" if found else "tests_nothing")


def ok_of(state: State) -> bool | None:
    """Return whether a scenario is green or red; None for one that says neither."""
    return True if state == "passed" else False if state in RED else None


class Scenario(models.Model):
    """A small match that says what a card does; its text may be as broken as it was typed.

    Shapes: outcomes are `{"name", "state", "ok", "failures"}` of the last run, and nothing before the first; ran_on is the hash of
            everything that decided it: text, cards and engine.
    """

    pack = models.ForeignKey("cards.Pack", models.CASCADE, related_name="scenarios")
    card = models.ForeignKey("cards.Card", models.CASCADE, related_name="scenarios")
    number = models.PositiveIntegerField()
    name = LineField(max_length=200, blank=True)
    text = models.TextField()
    revision = models.PositiveIntegerField(default=1)
    saved_by = models.ForeignKey("cards.Account", models.PROTECT, related_name="+")
    saved_at = models.DateTimeField(default=timezone.now)
    outcomes = models.JSONField(null=True)
    ran_on = models.CharField(max_length=SHA256_LENGTH, null=True)
    ran_engine = models.CharField(max_length=SHA256_LENGTH, blank=True)
    ran_revision = models.PositiveIntegerField(null=True)
    ran_at = models.DateTimeField(null=True)
    removed_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("number",)
        constraints = (
            models.UniqueConstraint(fields=("pack", "number"), name="scenario_number_once"),
            digest_check("ran_on", "scenario_ran_on_shape", null=True),
        )
        indexes = (
            models.Index(
                fields=("card", "number"), name="scenario_of_card", condition=models.Q(removed_at__isnull=True)
            ),
        )

    @property
    def etag(self) -> str:
        """Return the mark of this state, which a save must quote."""
        return f"s{self.revision}"

    @property
    def state(self) -> State:
        """Return what the last run found; before the first it is out of date."""
        return "out_of_date" if self.outcomes is None else state_of(self.outcomes)

    @property
    def ok(self) -> bool | None:
        """Return whether the last run met all facts; None before the first run, and without facts."""
        return ok_of(self.state)


class ScenarioRevision(models.Model):
    """One save of a scenario."""

    scenario = models.ForeignKey("cards.Scenario", models.CASCADE, related_name="revisions")
    revision = models.PositiveIntegerField()
    text = models.TextField()
    author = models.ForeignKey("cards.Account", models.PROTECT, related_name="+")
    saved_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ("-revision",)
        constraints = (models.UniqueConstraint(fields=("scenario", "revision"), name="scenario_revision_once"),)

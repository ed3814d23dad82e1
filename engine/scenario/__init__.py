"""Scenarios: a small board is given, actions are taken, facts must hold. One runner for command line, tests and portal.

Source: engine rule "Scenario (`scenario/1`)"; docs/guide/en/scenarios.md is the author's guide.
"""

from engine.formats.scenario import FORMAT
from engine.scenario.facts import Failure
from engine.scenario.play import State
from engine.scenario.run import Outcome, run_document, run_paths

__all__ = ["FORMAT", "Failure", "Outcome", "State", "run_document", "run_paths"]

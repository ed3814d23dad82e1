"""What rules are written with, in one import: the state and its writers, events, questions, scopes and signals of the kernel.

Each name is documented where it is defined, in `engine.kernel`. Rules that need what is not here import it from there.
"""

from __future__ import annotations

from engine.kernel.decisions import Action, Decision, Option, new_question
from engine.kernel.definitions import Ability, Budgets, CardDef
from engine.kernel.entities import STAT, dispose, make, put
from engine.kernel.events import call, emit, end_period, permits, push, resolve_modifiers
from engine.kernel.ground import Entity, EnvironmentId, Listener
from engine.kernel.in_flight import Environment, Resolution, new_environment, new_skill_info
from engine.kernel.machine import answer, ask, ask_main
from engine.kernel.modifiers import modified, stat
from engine.kernel.scopes import run_skill
from engine.kernel.signals import ACTED, PUSHED, RETRY, RETURN, Jump, Signal
from engine.kernel.state import Mechanics, Order, State, Test, flow
from engine.kernel.state_writers import (
    begin_turn,
    chance,
    change,
    create,
    move,
    set_global,
    set_order,
    set_turn,
    set_var,
    shuffle,
    unlisten,
)
from engine.kernel.tallies import count_before

__all__ = [
    "ACTED",
    "PUSHED",
    "RETRY",
    "RETURN",
    "STAT",
    "Ability",
    "Action",
    "Budgets",
    "CardDef",
    "Decision",
    "Entity",
    "Environment",
    "EnvironmentId",
    "Jump",
    "Listener",
    "Mechanics",
    "Option",
    "Order",
    "Resolution",
    "Signal",
    "State",
    "Test",
    "answer",
    "ask",
    "ask_main",
    "begin_turn",
    "call",
    "chance",
    "change",
    "count_before",
    "create",
    "dispose",
    "emit",
    "end_period",
    "flow",
    "make",
    "modified",
    "move",
    "new_environment",
    "new_question",
    "new_skill_info",
    "permits",
    "push",
    "put",
    "resolve_modifiers",
    "run_skill",
    "set_global",
    "set_order",
    "set_turn",
    "set_var",
    "shuffle",
    "stat",
    "unlisten",
]

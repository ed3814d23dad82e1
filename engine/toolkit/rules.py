"""What rules are written with, in one import: the state and its writers, events, questions, scopes and signals of the kernel, and `bind`.

Each name is documented where it is defined, in `engine.kernel`; `bind`, which notes what an effect yields, is of the language. Rules that need what is not here import it from there.
"""

from __future__ import annotations

from engine.kernel.decisions import Action, Decision, Option, new_question
from engine.kernel.definitions import Ability, Budgets, CardDef
from engine.kernel.entities import (
    STAT,
    attached,
    become,
    definition,
    dispose,
    make,
    put,
    register_abilities,
    unregister_abilities,
)
from engine.kernel.events import (
    call,
    cancel,
    emit,
    end_period,
    event_for_change,
    permits,
    push,
    resolve_modifiers,
)
from engine.kernel.ground import Entity, EnvironmentId, Listener
from engine.kernel.in_flight import Environment, Resolution, new_environment, new_skill_info
from engine.kernel.machine import answer, ask, ask_main
from engine.kernel.modifiers import modified, stat
from engine.kernel.scopes import request, run_skill
from engine.kernel.signals import FRAME_PUSHED, RETRY, RETURN, RULE_WROTE, STOP_SEARCH, Jump, Position, Signal
from engine.kernel.state import Mechanics, Order, State, Step, Test, flow
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
from engine.language.compiling.compile import bind
from engine.toolkit.types import Entities, Payload

__all__ = [
    "FRAME_PUSHED",
    "RETRY",
    "RETURN",
    "RULE_WROTE",
    "STAT",
    "STOP_SEARCH",
    "Ability",
    "Action",
    "Budgets",
    "CardDef",
    "Decision",
    "Entities",
    "Entity",
    "Environment",
    "EnvironmentId",
    "Jump",
    "Listener",
    "Mechanics",
    "Option",
    "Order",
    "Payload",
    "Position",
    "Resolution",
    "Signal",
    "State",
    "Step",
    "Test",
    "answer",
    "ask",
    "ask_main",
    "attached",
    "become",
    "begin_turn",
    "bind",
    "call",
    "cancel",
    "chance",
    "change",
    "count_before",
    "create",
    "definition",
    "dispose",
    "emit",
    "end_period",
    "event_for_change",
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
    "register_abilities",
    "request",
    "resolve_modifiers",
    "run_skill",
    "set_global",
    "set_order",
    "set_turn",
    "set_var",
    "shuffle",
    "stat",
    "unlisten",
    "unregister_abilities",
]

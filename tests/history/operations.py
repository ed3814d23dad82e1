"""Every write of the API with what it sends and what it must leave behind; a route without a row fails `test_history`."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

from tests.cards.matrix.world import RANKS
from tests.history.asking import Asked, Operation, World, at, facts, gives, number_in, saved
from tests.history.model import Effect, Fact, Model, Record
from tests.history.state import name_in, sha

WRITES = {"POST", "PUT", "PATCH", "DELETE"}
STORES_NOTHING = {
    "validate POST", "deck-validate POST", "files-lookup POST", "scenarios-run POST", "pack-check POST", "sheets POST", "job-cancel POST",
    "experiment-price POST", "publishing-tokens POST", "import-mapping DELETE", "match DELETE",
}  # fmt: skip
"""Routes that answer and keep nothing that a person wrote: a check, also as a job, writes no card, and the end of a job takes back what it would have written; mappings and matches come by pages alone."""
NOWHERE = "nowhere"
PERMISSIONS = Path(__file__).parents[1] / "cards" / "matrix" / "permissions.csv"


def _card(w: World, d: Random, **body: Any) -> Asked:
    return Asked({"pack": w.pack, "card": d.choice(w.cards)}, body)


def _draft_put(w: World, d: Random) -> Asked:
    card = d.choice(w.cards)
    names = {"pack": w.pack, "card": card}
    text = w.card_text(card, w.mark())
    who = d.choice(("designer", "designer", "admin", "temp"))
    return Asked(names, {"text": text}, who, ("draft", w.pack, card), f"packs/{w.pack}/cards/{card}/draft/")


def _draft_effect(r: Record) -> Effect:
    number, text = number_in(r.headers["ETag"]), r.body["text"]
    return saved(r, ("draft", *at(r)), ("save", *at(r), number, sha(text)), ("named", *at(r), name_in(text)))


def _typed(r: Record) -> list[Fact]:
    text = r.body["text"] if isinstance(r.body, dict) else ""
    return [("named", r.names["pack"], r.names.get("card") or r.body.get("id", ""), name_in(text))]


def _conflict_copies(r: Record) -> list[Fact]:
    aside = (r.answer or {}).get("aside") or {}
    return [("save", *at(r), aside.get("revision"), sha(r.body["text"]))]


def _version_post(w: World, d: Random) -> Asked:
    card = d.choice([*w.cards, *w.cards[:2]])  # those with long names twice as often
    names = {"pack": w.pack, "card": card}
    body = {"message": d.choice(("same", "same", "same", w.mark()))}
    return Asked(names, body, "designer", ("draft", w.pack, card), f"packs/{w.pack}/cards/{card}/draft/")


def _version_effect(r: Record) -> Effect:
    made = ("version", *at(r), r.answer["number"], r.body["message"], number_in(r.state))
    return Effect(facts=(made,), sole=(("version", *at(r), r.answer["number"]),))


def _card_post(w: World, d: Random) -> Asked:
    name = f"base.{w.mark()}"
    return Asked({"pack": w.pack}, {"text": w.card_text(name, w.mark()), "id": name})


def _import(w: World, d: Random) -> Asked:
    names = [f"base.{w.mark()}", d.choice(w.cards), d.choice(w.cards)]
    mark = w.mark()
    body = [json.loads(w.card_text(name, f"{mark} {no}")) for no, name in enumerate(dict.fromkeys(names))]
    return Asked({"pack": w.pack, "mode": d.choice(("strict", "development"))}, body, d.choice(("designer", "admin")))


def _imported(r: Record) -> Effect:
    written = {*r.answer["new"], *r.answer["changed"]}
    return facts(*(("named", r.names["pack"], each["id"], each["name"]) for each in r.body if each["id"] in written))


def _import_tried(r: Record) -> list[Fact]:
    return [("named", r.names["pack"], each["id"], each["name"]) for each in r.body]


def _job(w: World, d: Random) -> Asked:
    names = [f"base.{w.mark()}", f"base.{w.mark()}"]
    cards = [json.loads(w.card_text(name, w.mark())) for name in names]
    return Asked({"pack": w.pack}, {"cards": cards, "message": w.mark()})


def _job_effect(r: Record) -> Effect:
    number = r.answer["number"]
    return Effect(facts=(("job", number, "finished"), *_job_tried(r)), sole=(("job", number),))


def _job_tried(r: Record) -> list[Fact]:
    return [("named", r.names["pack"], each["id"], each["name"]) for each in r.body["cards"]]


def _of_card(pool: str, **body: Any) -> Callable[[World, Random], Asked]:
    return lambda w, d: Asked({"pack": w.pack, "card": d.choice(getattr(w, pool))}, body)


def _restored(r: Record) -> Effect:
    return gives((("trashed", *at(r)), False), (("retired", *at(r)), (r.answer or {}).get("retired")))


def _one_of(pool: str, account: str = "designer", body: Any = None) -> Callable[[World, Random], Asked | None]:
    def ask(w: World, d: Random) -> Asked | None:
        value = getattr(w, pool)
        return (
            Asked({"pack": w.pack, "number": d.choice(value)}, {} if body is None else body(w, d), account)
            if value
            else None
        )

    return ask


def _saving(
    pool: str, kind: str, route: str, body: Callable[[World, Random], Any]
) -> Callable[[World, Random], Asked | None]:
    def ask(w: World, d: Random) -> Asked | None:
        value = getattr(w, pool)
        if not value:
            return None
        number = d.choice(value)
        read = f"packs/{w.pack}/{route}/{number}/"
        return Asked({"pack": w.pack, "number": number}, body(w, d), "designer", (kind, number), read)

    return ask


def _saved_scenario(r: Record) -> Effect:
    number, revision = r.names["number"], number_in(r.headers["ETag"])
    return saved(r, ("scenario", number), ("scenario", number, revision, sha(r.body["text"])))


def _saved_deck(r: Record) -> Effect:
    number, revision = r.names["number"], number_in(r.headers["ETag"])
    return saved(r, ("deck", number), ("deck save", number, revision, sha(r.answer["text"])))


def _member(w: World, d: Random) -> Asked:
    who = d.choice(sorted(w.temps))
    body = {"role": d.choice(("viewer", "designer", "reviewer"))}
    return Asked({"pack": w.pack, "number": w.temps[who]}, body, "admin", more={"who": who})


def _member_removed(w: World, d: Random) -> Asked:
    who = d.choice(sorted(w.temps))
    return Asked({"pack": w.pack, "number": w.temps[who]}, None, "admin", more={"who": who})


def _publish(w: World, d: Random) -> Asked:
    version = f"{next(w.count) // 2 + 2}.0.0"
    return Asked({"pack": w.pack}, {"version": version, "override": "History."}, "admin")


def _version_of_release(body: Any) -> Callable[[World, Random], Asked | None]:
    return lambda w, d: (
        Asked({"pack": w.pack, "version": d.choice(w.releases)}, body(w), "publisher") if w.releases else None
    )


def _review_post(w: World, d: Random) -> Asked | None:
    known = [card for card in w.cards if card in w.versions]
    card = d.choice(known) if known else ""
    return Asked({"pack": w.pack}, {"card": card, "version": w.versions[card]}) if card else None


def _decide(w: World, d: Random) -> Asked | None:
    body = {"decision": d.choice(("approve", "request_changes")), "message": w.mark()}
    return Asked({"pack": w.pack, "number": d.choice(w.reviews)}, body, "reviewer") if w.reviews else None


def _thread(w: World, d: Random) -> Asked | None:
    return Asked({"pack": w.pack, "number": d.choice(w.reviews)}, {"text": w.mark()}, "reviewer") if w.reviews else None


def _in_thread(body: Callable[[World, Random], Any]) -> Callable[[World, Random], Asked | None]:
    def ask(w: World, d: Random) -> Asked | None:
        if not w.threads:
            return None
        review, thread = d.choice(w.threads)
        return Asked({"pack": w.pack, "number": review, "thread": thread}, body(w, d), "reviewer")

    return ask


def _hook_body(w: World, d: Random) -> Any:
    return {"url": f"https://hooks.example.org/{w.mark()}", "enabled": d.random() < 0.5}


def _redeliver(w: World, d: Random) -> Asked | None:
    if not w.deliveries:
        return None
    number, delivery = d.choice(w.deliveries)
    return Asked({"pack": w.pack, "number": number, "delivery": delivery}, {}, "admin")


def _token_removed(w: World, d: Random) -> Asked | None:
    there = w.tokens.get("designer", [])
    return Asked({"token": d.choice(there)}, None) if there else None


def _rename(w: World, d: Random) -> Asked:
    return Asked({"pack": w.pack, "card": w.moved}, {"id": f"base.moved-{next(w.count)}"})


def _moved(w: World, r: Record) -> None:
    w.moved = r.body["id"]


def _add(pool: str, value: Callable[[Record], Any]) -> Callable[[World, Record], None]:
    return lambda w, r: getattr(w, pool).append(value(r))


def _named_version(w: World, r: Record) -> None:
    w.versions[r.names["card"]] = r.answer["number"]


def _token_made(w: World, r: Record) -> None:
    w.tokens.setdefault("designer", []).append(r.answer["id"])


def _number(r: Record) -> int:
    return int(r.answer["id"])


def _said_by(r: Record) -> tuple[int, str]:
    return int(r.names["number"]), r.who


OPERATIONS: dict[str, Operation] = {
    "packs POST": Operation(
        lambda w, d: Asked({}, {"pack": f"p-{next(w.count)}", "ruleset": w.ruleset, "name": {"en": "New"}}),
        lambda r: facts(("pack", r.body["pack"]), sole=True),
        1,
        attempted=lambda r: [("pack", r.body["pack"])],
    ),
    "pack PATCH": Operation(
        lambda w, d: d.choice((
            Asked({"pack": w.pack}, {"description": {"en": w.mark()}}, "admin"),
            Asked({"pack": w.pack}, {"approvals_needed": d.randrange(3)}, "admin"),
            Asked({"pack": w.side}, {"archived": d.random() < 0.5}, "admin"),
        )),
        lambda r: gives(*(
            (({"archived": "archived", "description": "description", "approvals_needed": "approvals"}[name], r.names["pack"]),
             value["en"] if isinstance(value, dict) else value)
            for name, value in r.body.items()
        )),
    ),
    "cards POST": Operation(
        _card_post,
        lambda r: facts(
            ("card", r.names["pack"], r.body["id"]), ("named", r.names["pack"], r.body["id"], name_in(r.body["text"])), sole=True
        ),
        3,
        attempted=_typed,
    ),
    "card DELETE": Operation(_of_card("trash"), lambda r: gives((("trashed", *at(r)), True)), 4),
    "card-rename POST": Operation(
        _rename, lambda r: facts(("renamed to", r.body["id"]), sole=True), grow=_moved,
        attempted=lambda r: [("renamed to", r.body["id"])],
    ),
    "card-retire POST": Operation(_of_card("released"), lambda r: gives((("retired", *at(r)), True))),
    "card-restore POST": Operation(
        lambda w, d: Asked({"pack": w.pack, "card": d.choice([*w.trash, *w.released])}, {}), _restored, 4
    ),
    "card-deprecate POST": Operation(
        lambda w, d: Asked({"pack": w.pack, "card": d.choice(w.released)}, {"note": {"en": w.mark(), "zh": ""}}),
        lambda r: gives((("deprecated", *at(r)), r.body["note"]["en"])),
    ),
    "card-deprecate DELETE": Operation(_of_card("released"), lambda r: gives((("deprecated", *at(r)), None))),
    "art PUT": Operation(
        lambda w, d: Asked({"pack": w.pack, "card": d.choice(w.cards)}, d.choice(w.arts)),
        lambda r: gives((("art", *at(r)), r.answer["sha256"])),
    ),
    "art DELETE": Operation(_of_card("cards"), lambda r: gives((("art", *at(r)), None))),
    "draft PUT": Operation(_draft_put, _draft_effect, 30, attempted=_typed, kept_facts=_conflict_copies),
    "versions POST": Operation(_version_post, _version_effect, 10, _named_version),
    "scenarios POST": Operation(
        lambda w, d: Asked({"pack": w.pack}, {"card": d.choice(w.cards), "text": f'"{w.mark()}"'}),
        lambda r: facts(("scenario", _number(r), 1, sha(r.body["text"])), sole=True),
        grow=_add("scenarios", _number),
    ),
    "scenario PUT": Operation(
        _saving("scenarios", "scenario", "scenarios", lambda w, d: {"text": f'"{w.mark()}"'}), _saved_scenario, 4
    ),
    "scenario DELETE": Operation(_one_of("scenarios"), lambda r: gives((("scenario removed", r.names["number"]), True)), 1),
    "scenario-restore POST": Operation(
        _one_of("scenarios"), lambda r: gives((("scenario removed", r.names["number"]), False)), 1
    ),
    "decks POST": Operation(
        lambda w, d: Asked({"pack": w.pack}, {"deck_id": f"d{next(w.count)}"}),
        lambda r: facts(("deck", _number(r)), sole=True),
        grow=_add("decks", _number),
    ),
    "deck PUT": Operation(
        _saving("decks", "deck", "decks", lambda w, d: {"text": w.deck_text.replace("Mine", w.mark())}), _saved_deck, 4
    ),
    "deck DELETE": Operation(_one_of("decks"), lambda r: gives((("deck trashed", r.names["number"]), True))),
    "deck-restore POST": Operation(_one_of("decks"), lambda r: gives((("deck trashed", r.names["number"]), False))),
    "glossary POST": Operation(
        lambda w, d: Asked({"pack": w.pack}, {"en": w.mark(), "zh": w.mark()}),
        lambda r: gives((("term", _number(r)), (r.body["en"], r.body["zh"]))),
        grow=_add("terms", _number),
    ),
    "term PUT": Operation(
        _saving("terms", "term", "glossary", lambda w, d: {"en": w.mark(), "zh": w.mark()}),
        lambda r: replace(saved(r, ("term", r.names["number"])), registers=((("term", r.names["number"]), (r.body["en"], r.body["zh"])),)),
    ),
    "term DELETE": Operation(_one_of("terms"), lambda r: gives((("term", r.names["number"]), None)), 1),
    "members POST": Operation(
        lambda w, d: Asked({"pack": w.pack}, {"email": f"{w.mark()}@example.org", "role": "viewer"}, "admin"),
        lambda r: facts(("invitation", r.body["email"], r.body["role"]), sole=True),
        1,
        attempted=lambda r: [("invitation", r.body["email"], r.body["role"])],
    ),
    "member PUT": Operation(
        _member, lambda r: gives((("role", r.names["who"], r.names["pack"]), RANKS[r.body["role"]])), 4
    ),
    "member DELETE": Operation(_member_removed, lambda r: gives((("role", r.names["who"], r.names["pack"]), None)), 1),
    "previews POST": Operation(
        lambda w, d: Asked({"pack": w.pack}, {"card": d.choice(w.released), "preset": "smoke", "seed": 7}),
        lambda r: facts(("preview", r.answer["number"]), sole=True),
        1,
        _add("previews", lambda r: r.answer["number"]),
    ),
    "preview-cancel POST": Operation(
        _one_of("previews"),
        lambda r: facts(*((fact, r.names["number"]) for fact in TRACES_OF_CANCEL)) if r.answer["state"] == "cancelled" else Effect(),
        1,
    ),
    "experiments POST": Operation(
        lambda w, d: Asked({"pack": w.pack}, {"card": d.choice(w.released), "kind": "worth", "seed": 7}),
        lambda r: facts(("preview", r.answer["number"]), sole=True),
        1,
        _add("experiments", lambda r: r.answer["number"]),
    ),
    "experiment-cancel POST": Operation(
        _one_of("experiments"),
        lambda r: facts(*((fact, r.names["number"]) for fact in TRACES_OF_CANCEL)) if r.answer["state"] == "cancelled" else Effect(),
        1,
    ),
    "experiment-take POST": Operation(  # refused: no search is played to its end here
        _one_of("experiments", body=lambda w, d: {"candidate": 0}),
        lambda _: Effect(),
        1,
    ),
    "releases POST": Operation(
        _publish,
        lambda r: Effect(
            facts=(("release", r.names["pack"], r.answer["version"], r.answer["zip"]["sha256"]),),
            registers=((("plan", r.names["pack"]), None),),
            sole=(("release", r.names["pack"], r.answer["version"]),),
        ),
        2,
        _add("releases", lambda r: r.answer["version"]),
    ),
    "release-plan PUT": Operation(
        lambda w, d: Asked({"pack": w.pack}, {"version": f"{100 + next(w.count)}.0.0"}, "publisher"),
        lambda r: gives((("plan", r.names["pack"]), r.body["version"])),
    ),
    "release-yank POST": Operation(
        _version_of_release(lambda w: {"reason": {"en": w.mark(), "zh": ""}}),
        lambda r: gives((("yank", r.names["version"]), r.body["reason"]["en"])),
        3,
    ),
    "release-unyank POST": Operation(
        _version_of_release(lambda w: {"reason": {"en": w.mark(), "zh": ""}}),
        lambda r: gives((("yank", r.names["version"]), None)),
        3,
    ),
    "imports POST": Operation(_import, _imported, 4, attempted=_import_tried),
    "tokens POST": Operation(
        lambda w, d: Asked({}, {"name": w.mark(), "scopes": ["read"], "days": 1}),
        lambda r: facts(("token", r.answer["id"]), sole=True),
        1,
        _token_made,
    ),
    "token DELETE": Operation(_token_removed, lambda r: gives((("revoked", r.names["token"]), True)), 1),
    "webhooks POST": Operation(
        lambda w, d: Asked({"pack": w.pack}, {"url": f"https://hooks.example.org/{w.mark()}"}, "admin"),
        lambda r: gives((("hook", _number(r)), (r.body["url"], True))),
        1,
        _add("hooks", _number),
    ),
    "webhook PUT": Operation(
        _one_of("hooks", "admin", _hook_body),
        lambda r: gives((("hook", r.names["number"]), (r.body["url"], r.body["enabled"]))),
    ),
    "webhook DELETE": Operation(_one_of("hooks", "admin"), lambda r: gives((("hook", r.names["number"]), None)), 1),
    "webhook-secret POST": Operation(_one_of("hooks", "admin"), lambda r: Effect(), 1),
    "programs POST": Operation(
        lambda w, d: Asked({"pack": w.pack}, {"handle": w.mark(), "scopes": ["read"], "days": 1}, "admin"),
        lambda r: gives((("program", _number(r)), True)),
        1,
        _add("programs", _number),
    ),
    "program PUT": Operation(_one_of("programs", "admin"), lambda r: Effect(), 1),
    "program-token POST": Operation(_one_of("programs", "admin", lambda w, d: {"days": 1}), lambda r: Effect(), 1),
    "program DELETE": Operation(_one_of("programs", "admin"), lambda r: gives((("program", r.names["number"]), None)), 1),
    "redeliver POST": Operation(_redeliver, lambda r: Effect(), 1),
    "reviews POST": Operation(
        _review_post,
        lambda r: facts(("review", r.answer["number"], r.body["card"], r.body["version"]), sole=True),
        4,
        _add("reviews", lambda r: r.answer["number"]),
    ),
    "review-decide POST": Operation(
        _decide,
        lambda r: facts(("decision", *_said_by(r), r.body["decision"], r.body["message"]), sole=True),
        4,
        attempted=lambda r: [("decision", *_said_by(r), r.body["decision"], r.body["message"])],
    ),
    "review-withdraw POST": Operation(_one_of("reviews"), lambda r: facts(("withdrawn", r.names["number"])), 1),
    "thread-open POST": Operation(
        _thread,
        lambda r: facts(("comment", r.who, r.body["text"]), sole=True),
        3,
        _add("threads", lambda r: (r.names["number"], _number(r))),
        attempted=lambda r: [("comment", r.who, r.body["text"])],
    ),
    "comment-add POST": Operation(
        _in_thread(lambda w, d: {"text": w.mark()}),
        lambda r: facts(("comment", r.who, r.body["text"]), sole=True),
        3,
        attempted=lambda r: [("comment", r.who, r.body["text"])],
    ),
    "thread-resolve POST": Operation(
        _in_thread(lambda w, d: {"resolved": d.random() < 0.5}),
        lambda r: gives((("resolved", r.names["thread"]), r.body["resolved"])),
        3,
    ),
    "bulk POST": Operation(
        lambda w, d: Asked({"pack": w.pack}, {"cards": [d.choice(w.cards)], "name": w.mark()}),
        lambda r: facts(("bulk", r.answer["bulk"], r.answer["cards"])),
    ),
    "bulk-undo POST": Operation(
        lambda w, d: Asked({"pack": w.pack}, {}),
        lambda r: facts(("undone", r.answer["bulk"], r.answer["cards"]), sole=True),
    ),
    "history POST": Operation(
        lambda w, d: Asked({"pack": w.pack, "card": d.choice(w.cards)}, {}),
        lambda r: Effect(chain=(("draft", *at(r)), number_in(r.state), r.answer["revision"])),
    ),
    "job POST": Operation(_job, _job_effect, attempted=_job_tried),
}  # fmt: skip
OF_SERVICES = {"bulk POST", "bulk-undo POST", "history POST", "job POST"}
"""What the pages offer beside the API, asked of the services; a job is what an import is above a number of cards."""


def models() -> dict[str, Model]:
    """Return what each kind of request does, with the least role and the number of events of the table of permissions."""
    with PERMISSIONS.open(encoding="utf-8", newline="") as file:
        rows = {f"{row['route']} {row['method']}": row for row in csv.DictReader(file)}
    matches = {}
    for name, operation in OPERATIONS.items():
        row = rows.get(f"api:{name}", {"least": "designer", "events": "1"})
        smallest_value = RANKS.get(row["least"], 0)
        events = 1 if name in EVENTFUL else 0 if name in QUIET else int(row["events"])
        of_pack = smallest_value > RANKS["account"]
        matches[name] = Model(
            operation.effect, smallest_value if of_pack else 0, events, operation.attempted, operation.kept_facts
        )
    return matches


EVENTFUL = {"releases POST", "release-unyank POST", "reviews POST", "review-withdraw POST", "art PUT", "art DELETE"}
"""Routes whose row of the table shows a refusal, and that write an event when they are done."""
QUIET = {"thread-resolve POST", "preview-cancel POST", "experiment-cancel POST"}
"""Routes that do nothing, and write no event, where things are so already."""
TRACES_OF_CANCEL = ("preview cancelled", "event of cancel")
"""What a cancelled preview leaves behind: the first cancellation writes its event, and later ones write none."""

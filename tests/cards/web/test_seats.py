"""The other seat of a match: a link that works once, for one person, until it is revoked or the match ends; and no byte of the other's cards."""

from __future__ import annotations

import html
import json
import os
import re
from typing import NamedTuple

import pytest
from django.test import Client

from cards.gateway import rulesets
from cards.models import Account, AuditEvent, Match, SeatLink
from cards.services.card import card_create
from cards.services.pack import PackForm, pack_create, pack_edit
from cards.web import playing
from engine.kernel.view import View
from engine.rulesets import find
from engine.simulation.watch import traced, watch
from tests.cards.web.conftest import ClientOf
from tests.cards.web.test_playing import HAND, answered, options, send, table_form
from tests.cards.web.world import World

GAMES = ("wizards", "halo", "genius", "encounter")
ANSWERS = 4  # of both seats, after each of which every address is read


def shared(client: Client, hand: str) -> tuple[str, str]:
    """Begin a match for a second person; return the table of who began it, and the path of the link."""
    page = send(client, client.get(hand).content.decode(), share="1")
    link = re.search(r'value="http://testserver(/seats/[\w-]+/)"', page)
    assert link is not None, page[:3000]
    return page, link[1]


def joined(client: Client, link: str) -> str:
    """Take the seat of a link; return its table."""
    answer = client.post(link, {}, follow=True)
    assert answer.status_code == 200
    return answer.content.decode()


def reads(client: Client, *urls: str) -> str:
    """Return what addresses answer, with their headers."""
    answers = [client.get(url) for url in urls]
    return "\n".join(str(answer.headers) + answer.content.decode() for answer in answers)


class TestALink:
    def test_works_once_for_one_person_and_shows_them_their_table(self, world: World, client_of: ClientOf) -> None:
        owner, guest = client_of("designer"), client_of("stranger")
        page, link = shared(owner, HAND)
        assert owner.post(link, {}).status_code == 200, "the one who began it takes no other seat"

        table = joined(guest, link)

        assert "You are player 2" in table and "You are player 1" in page
        assert [client_of(role).get(link).status_code for role in ("viewer", "admin", "designer")] == [404] * 3
        assert [Client().get(f"{link}{path}").status_code for path in ("", "state/")] == [404] * 2
        assert client_of("viewer").post(link, {}).status_code == 404
        assert AuditEvent.objects.filter(action="match.join").count() == 1
        seats = {"You are player 1": owner, "You are player 2": guest}
        pages = {"You are player 1": f"/packs/core/play/{Match.objects.get().number}/", "You are player 2": link}
        for _ in range(4):
            current = {words: seats[words].get(url).content.decode() for words, url in pages.items()}
            turn = [words for words, text in current.items() if options(text)]
            assert len(turn) == 1 and sum("data-wait=" in text for text in current.values()) == 1
            answered(seats[turn[0]], current[turn[0]])
        form = table_form(current[turn[0]])[1]
        first = Match.objects.get().answers[0]
        assert (
            "The match has gone on elsewhere"
            in guest.post(link, {**form, "choice": first}, follow=True).content.decode()
        )

    def test_asks_for_the_state_by_its_mark(self, world: World, client_of: ClientOf) -> None:
        owner, guest = client_of("designer"), client_of("stranger")
        _, link = shared(owner, HAND)
        joined(guest, link)
        url = f"/packs/core/play/{Match.objects.get().number}/state/"

        for client, state in ((owner, url), (guest, f"{link}state/")):
            first = client.get(state)
            assert first.json() == {"mark": Match.objects.get().etag}
            assert client.get(state, headers={"If-None-Match": first.headers["ETag"]}).status_code == 304
        assert client_of("admin").get(url).status_code == 404

    def test_ends_by_revocation_by_another_link_and_with_the_match(self, world: World, client_of: ClientOf) -> None:
        owner, guest = client_of("designer"), client_of("stranger")
        page, link = shared(owner, HAND)
        joined(guest, link)
        page = owner.get(table_form(page)[0]).content.decode()

        page = send(owner, page, invite="1")
        second = re.search(r'value="http://testserver(/seats/[\w-]+/)"', page)
        assert second is not None and guest.get(link).status_code == 404
        assert joined(guest, second[1])
        page = send(owner, owner.get(table_form(page)[0]).content.decode(), revoke="1")
        assert (guest.get(second[1]).status_code, Match.objects.get().guests) == (404, [])
        assert SeatLink.objects.filter(revoked_at__isnull=True).count() == 0

        _, third = shared(owner, HAND)
        joined(guest, third)
        Match.objects.filter(links__revoked_at=None).update(asked=None, ended_at="2026-11-01T00:00Z", winner=1)
        over = guest.get(third).content.decode()
        assert "You won." in over and "tile" not in over and "Watch the match" not in over
        assert guest.post(third, {"etag": "*", "none": "1"}).status_code == 302

    def test_lets_a_member_of_the_pack_watch_the_match_once_it_is_over(self, world: World, client_of: ClientOf) -> None:
        owner, guest = client_of("designer"), client_of("viewer")
        _, link = shared(owner, HAND)
        joined(guest, link)
        Match.objects.update(asked=None, ended_at="2026-11-01T00:00Z", winner=1)

        watched = re.search(r'href="([^"]+)">Watch the match', guest.get(link).content.decode())
        assert watched is not None
        page = guest.get(watched[1])
        assert (page.status_code, "Step" in page.content.decode()) == (200, True)

    def test_needs_an_account_unless_the_pack_lets_guests_play(
        self, world: World, people: dict[str, Account], client_of: ClientOf
    ) -> None:
        owner, guest = client_of("designer"), Client()
        _, link = shared(owner, HAND)
        assert guest.get(link).headers["Location"].startswith("/sign-in/")
        assert guest.post(link, {}).headers["Location"].startswith("/sign-in/")
        pack_edit(actor=people["admin"], pack=world.pack, form=PackForm(name={"en": "Core"}, guests_play=True))

        table = joined(guest, link)

        assert "You are player 2" in table
        assert [Client().get(link).status_code, owner.get(link).status_code] == [404, 404]
        other = Client()
        other.cookies["seat"] = "x" * 43
        assert other.get(link).status_code == 404
        cookie = guest.cookies["seat"]
        assert (cookie["path"], bool(cookie["httponly"]), cookie["samesite"]) == (link, True, "Lax")

    def test_gives_its_owner_no_way_to_look_or_to_answer_for_the_other(self, world: World, client_of: ClientOf) -> None:
        owner = client_of("designer")
        page, _ = shared(owner, HAND)
        match = Match.objects.get()
        url, form = table_form(page)

        codes = [owner.post(url, {**form, **fields}).status_code for fields in ({"download": "1"}, {"scenario": "1"})]
        for fields in ({"sandbox": "1"}, {"back": "1"}):
            assert (
                "A second person plays in this match"
                in owner.post(url, {**form, **fields}, follow=True).content.decode()
            )
        Match.objects.update(asked=1)
        refusal = owner.post(url, {**form, "choice": "pass"}, follow=True).content.decode()

        assert codes == [404, 404]
        assert "That option is not available here" in refusal
        assert Match.objects.get().answers == match.answers and not Match.objects.get().is_sandbox


SEED = int(os.environ.get("SEAT_SEED", "1"))
"""The seed of the match that is searched; another by SEAT_SEED."""


class Unseen(NamedTuple):
    """What a seat has not seen in any state of a match: ids of things that lie hidden now, and ids and names of cards."""

    things: set[int]
    words: set[str]


def unseen(match: Match, viewer: int) -> Unseen:
    """Return what a seat must not find; a name that a card which it has seen bears as well is left out, and one of a single word."""
    ruleset = find(match.pack.ruleset)
    side, decks = traced(ruleset, match.spec, match.trace)
    states = [moment.step.state for moment in watch(side, decks, match.trace["seed"], match.answers)]
    visible: set[str] = set()
    for state in states:
        view = View(state, viewer, ruleset.hidden_zones, ruleset.determinize)
        visible |= {str(thing["def"]) for eid, thing in state.entities.items() if view.entity(eid) is not None}
    last = View(states[-1], viewer, ruleset.hidden_zones, ruleset.determinize)
    things = {eid for eid in states[-1].entities if last.entity(eid) is None}
    secret = {str(states[-1].entities[eid]["def"]) for eid in things} - visible
    names: dict[str, set[str]] = {}
    for card in (*match.spec["cards"], *match.spec["formers"], match.spec["candidate"]):
        name = card.get("name")
        names[str(card["id"])] = {word for word in (name.values() if isinstance(name, dict) else [name]) if word}
    known = [name for card in visible for name in names.get(card, ())]
    words = {word for card in secret for word in names.get(card, ()) if len(word.split()) > 1}
    return Unseen(things, secret | {word for word in words if not any(word in name for name in known)})


def leaks(match: Match, secrets: Unseen, text: str) -> list[str]:
    """Return what a text holds of the things that a seat has not seen: their places, ids and names; and the seed."""
    words = html.unescape(text)
    marks = [mark for thing in secrets.things for mark in (f'data-id="{thing}"', f'about="{thing}"', f',{thing}"')]
    found = [mark for mark in (*marks, str(match.trace["seed"])) if mark in text]
    return found + [word for word in secrets.words if re.search(rf"(?<![\w’'-]){re.escape(word)}(?![\w’'-])", words)]


@pytest.mark.parametrize("game", GAMES)
def test_shows_no_byte_of_what_a_seat_has_not_seen(
    world: World,
    people: dict[str, Account],
    client_of: ClientOf,
    game: str,
    capfd: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Every address that a seat may read, after every answer, and the log; the same finder finds a planted leak."""
    monkeypatch.setattr("cards.web.views.play.secrets.randbelow", lambda _: SEED)
    admin = people["admin"]
    pack = pack_create(actor=admin, slug=f"shared-{game}", ruleset=game, form=PackForm(name={"en": game}))
    document = json.loads(rulesets.templates(game)[0].text("base.stone"))
    card = card_create(actor=admin, pack=pack, text=json.dumps(document))
    owner, guest = client_of("admin"), client_of("stranger")
    page, link = shared(owner, f"/packs/{pack.slug}/cards/{card.written_id}/play/")
    joined(guest, link)
    match, url = Match.objects.get(pack=pack), table_form(page)[0]
    clients = ((owner, 0, (url, f"{url}state/", f"{url}?step=0", f"{url}?thought=1&pick=1&chance=1", "/packs/" + pack.slug + "/play/", f"/api/v1{url.replace('/play/', '/matches/')}", f"/api/v1/packs/{pack.slug}/matches/")), (guest, 1, (link, f"{link}state/")))  # fmt: skip

    words: set[str] = set()
    for _ in range(ANSWERS):
        match = Match.objects.get(pk=match.pk)
        for client, seat, urls in clients:
            text = reads(client, *urls)
            secrets = unseen(match, seat)
            assert leaks(match, secrets, text) == [], (game, seat)
            words |= secrets.words
        current = [(client, client.get(urls[0]).content.decode()) for client, _, urls in clients]
        turn = next(((client, text) for client, text in current if options(text)), None)
        if turn is None:
            break
        answered(*turn)
    log = capfd.readouterr()
    assert any(" " in word for word in words), "no card with a name was hidden"
    assert leaks(match, Unseen(set(), words), log.out + log.err) == []
    assert link.split("/")[2] not in log.out + log.err


def test_finds_a_planted_leak(world: World, client_of: ClientOf, monkeypatch: pytest.MonkeyPatch) -> None:
    owner, guest = client_of("designer"), client_of("stranger")
    _, link = shared(owner, HAND)
    joined(guest, link)
    match = Match.objects.get()
    look = playing.previews.preview_watch
    monkeypatch.setattr(
        playing.previews, "preview_watch", lambda *args, **fields: look(*args, **{**fields, "viewer": None})
    )

    assert leaks(match, unseen(match, 1), reads(guest, link)) != []

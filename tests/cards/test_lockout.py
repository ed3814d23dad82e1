"""No one locks an owner out: a known browser and a known network have buckets of their own, and guessing keeps its brake."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core import mail
from django.test import Client
from django.utils import timezone

from cards.errors import NotSignedIn, RateLimited, Refusal
from cards.models import Account, KnownPlace, LoginThrottle
from cards.services.account import account_password_change, account_sign_in
from cards.services.address import address_request
from cards.services.known_place import MAX_PLACES, Place, network_of, place_remember, places_prune
from cards.services.link import account_reset_confirm, account_reset_request
from cards.services.link_mail import account_reset_mail
from cards.services.outbox import outbox_send
from cards.services.throttle import ACCOUNT_GUESSES, PLACE_GUESSES
from tests.cards.conftest import PASSWORD, LayerOf
from tests.cards.layers import Values

EMAIL = "admin@example.org"
HOME = Place(address="203.0.113.1", device="a browser of the owner")
ELSEWHERE = Place(address="203.0.113.99")
OTHER_PASSWORD = "another long password"


def guesses(places: list[Place], count: int) -> list[str]:
    """Return the answers to wrong passwords from these places by turns."""
    answers = []
    for no in range(count):
        with pytest.raises(Refusal) as refused:
            account_sign_in(email=EMAIL, password="wrong", place=places[no % len(places)])
        answers.append(refused.value.slug)
    return answers


def _owner(layers: Values) -> Account:
    account_sign_in(email=EMAIL, password=PASSWORD, place=HOME)
    answers = guesses([Place(address=f"198.51.100.{no}", device=f"d{no}") for no in range(100)], 300)
    assert answers == ["not-signed-in"] * ACCOUNT_GUESSES + ["rate-limited"] * (300 - ACCOUNT_GUESSES)
    owner: Account = layers["admin"]
    return owner


LAYERS = {"owner": _owner}


@pytest.fixture
def owner(layer_of: LayerOf, admin: Account) -> Account:
    """The owner, who signed in at home before strangers used up their guesses from a hundred networks."""
    owner: Account = layer_of("owner")
    return owner


class TestOwner:
    @pytest.mark.parametrize("place", [HOME, Place(device=HOME.device), Place(address=HOME.address, device="new")])
    def test_gets_in_from_a_known_browser_or_network(self, owner: Account, place: Place) -> None:
        assert account_sign_in(email=EMAIL, password=PASSWORD, place=place) == owner

    def test_gets_in_by_the_browser_where_the_network_is_used_up(self, owner: Account) -> None:
        assert guesses([Place(address=HOME.address)], 11)[-1] == "rate-limited"

        assert account_sign_in(email=EMAIL, password=PASSWORD, place=HOME) == owner

    def test_waits_in_a_new_place_like_anybody(self, owner: Account) -> None:
        with pytest.raises(RateLimited):
            account_sign_in(email=EMAIL, password=PASSWORD, place=ELSEWHERE)

    def test_gets_in_from_a_new_place_by_a_link_that_was_mailed(self, owner: Account) -> None:
        account_reset_mail(email=EMAIL, language="en", place=ELSEWHERE)
        outbox_send()
        link = str(mail.outbox[0].body).partition("/reset/")[2].partition("/")[0]
        place = Place(address=ELSEWHERE.address, device="a new browser")
        account_reset_confirm(token=link, password=OTHER_PASSWORD, place=place)
        guesses([Place(address="198.51.100.1")], ACCOUNT_GUESSES + 1)

        assert account_sign_in(email=EMAIL, password=OTHER_PASSWORD, place=place) == owner

    def test_gets_a_mail_from_a_known_place_where_strangers_asked_for_too_many(self, owner: Account) -> None:
        for no in range(ACCOUNT_GUESSES):
            account_reset_request(email=EMAIL, place=Place(address=f"198.51.100.{no}"))
        with pytest.raises(RateLimited):
            account_reset_request(email=EMAIL, place=ELSEWHERE)

        assert account_reset_request(email=EMAIL, place=HOME) is not None

    def test_changes_password_and_address_meanwhile(self, owner: Account) -> None:
        assert address_request(actor=owner, email="new@example.org", password=PASSWORD)
        assert account_password_change(actor=owner, current=PASSWORD, new=OTHER_PASSWORD, place=HOME) == owner


class TestBrake:
    def test_stays_on_a_known_place(self, owner: Account) -> None:
        answers = guesses([HOME], PLACE_GUESSES + 5)

        assert answers == ["not-signed-in"] * PLACE_GUESSES + ["rate-limited"] * 5
        with pytest.raises(RateLimited):
            account_sign_in(email=EMAIL, password=PASSWORD, place=HOME)

    def test_on_strangers_is_not_taken_off_by_a_sign_in_of_the_owner(self, owner: Account) -> None:
        account_sign_in(email=EMAIL, password=PASSWORD, place=HOME)

        assert guesses([ELSEWHERE], 3) == ["rate-limited"] * 3

    def test_knows_no_more_places_than_a_bound(self, admin: Account) -> None:
        for no in range(MAX_PLACES + 5):
            place_remember(account=admin, place=Place(address=f"198.51.100.{no}", device=f"d{no}"))

        assert KnownPlace.objects.count() == 2 * MAX_PLACES

    def test_counts_the_networks_of_a_provider_customer_as_one(self) -> None:
        names = {network_of(f"2001:db8:1:2::{no:x}") for no in range(1, 9)}

        assert names == {"2001:db8:1:2::/64"}
        assert [network_of(name) for name in ("::ffff:192.0.2.1", "192.0.2.1", "unix:")] == ["192.0.2.1"] * 2 + [
            "unix:"
        ]

    def test_holds_for_the_account_of_somebody_else(self, owner: Account) -> None:
        with pytest.raises(NotSignedIn):
            account_sign_in(email="nobody@example.org", password="wrong", place=HOME)

        assert LoginThrottle.objects.filter(guesses=1).exists()


class TestPlaces:
    def test_are_forgotten_after_half_a_year(self, owner: Account) -> None:
        KnownPlace.objects.update(seen_at=timezone.now() - timedelta(days=181))
        with pytest.raises(RateLimited):
            account_sign_in(email=EMAIL, password=PASSWORD, place=HOME)

        assert places_prune() == 2

    @pytest.mark.parametrize("cookie", ["x", "x:y:z", "", HOME.device])
    def test_are_known_by_our_signature_alone(self, owner: Account, cookie: str) -> None:
        client = Client(REMOTE_ADDR=ELSEWHERE.address)
        client.cookies["browser"] = cookie

        assert client.post("/sign-in/", {"email": EMAIL, "password": PASSWORD}).status_code == 429

    def test_outlive_signing_out(self, admin: Account) -> None:
        client = Client(REMOTE_ADDR=HOME.address)
        client.post("/sign-in/", {"email": EMAIL, "password": PASSWORD})
        client.post("/sign-out/")
        guesses([ELSEWHERE], ACCOUNT_GUESSES + 1)
        moved_client = Client(REMOTE_ADDR="192.0.2.77")
        moved_client.cookies["browser"] = client.cookies["browser"].value

        assert moved_client.post("/sign-in/", {"email": EMAIL, "password": PASSWORD}).status_code == 302
        cookie = client.cookies["browser"]
        assert (cookie["httponly"], cookie["samesite"]) == (True, "Lax")

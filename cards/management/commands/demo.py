"""`manage.py demo`: the sample pack of each ruleset and one account per role, for a fresh portal."""

import os
import secrets
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction

from cards.errors import Refusal
from cards.gateway import rulesets, scenario_files
from cards.management import sample_story
from cards.models import Account, Pack, Release, Role
from cards.services.account import account_create
from cards.services.member import member_set
from cards.services.pack import PackForm, pack_create
from cards.services.pack_import import ImportOrder, pack_import
from cards.services.release import ReleaseOrder, release_publish
from cards.services.scenario import scenarios_import, scenarios_run

DOMAIN = "cardloom.example"  # a name that nobody can own
OPERATOR = "operator"
PASSWORD_BYTES = 12
SAMPLE = "The sample that comes with the portal."  # nobody has reviewed or previewed it here
CHANGELOG = {"en": "The set that comes with the portal.", "zh": "门户自带的卡牌。"}


class Command(BaseCommand):
    """Accounts only into a database without packs and accounts; then pack by pack, each in a transaction of its own."""

    help = "Load the sample pack of each ruleset with a release, and create one account per role, whose passwords are printed once."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take where to keep the passwords, and what to do when accounts exist already."""
        parser.add_argument("--credentials-file", type=Path, help="write the accounts to this file (mode 0600)")
        parser.add_argument("--cards-only", action="store_true", help="stop at the first release")
        parser.add_argument(
            "--people-only", action="store_true", help="create the accounts alone; `demo --packs` loads the packs"
        )
        parser.add_argument("--packs", action="store_true", help="load the sample packs that are missing")
        parser.add_argument(
            "--history", action="store_true", help="add what follows the first release where it is missing"
        )
        parser.add_argument(
            "--if-empty", action="store_true", help="exit with 0 and do nothing where there are accounts already"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Refuse a database in use; else make people, then what they would have made."""
        if options["history"]:
            self._write_history()
            return
        if options["packs"]:
            self._load_packs(with_change=not options["cards_only"])
            return
        if Account.objects.exists() or Pack.objects.exists():
            if options["if_empty"]:
                return
            raise CommandError("There are accounts or packs already: the demo is for an empty database.")
        with transaction.atomic():
            lines = [f"{email}  {password}" for email, password in _people().items()]
            if options["credentials_file"]:
                _keep(Path(options["credentials_file"]), lines)
        self.stdout.write("Accounts, with passwords that are shown only now:")
        for line in lines:
            self.stdout.write(f"  {line}")
        if options["people_only"]:
            return
        self._load_packs(with_change=not options["cards_only"])
        if not options["cards_only"]:
            self._write_history()

    def _load_packs(self, *, with_change: bool) -> None:
        """Make the sample packs that are missing, each whole or not at all; a second time makes none."""
        for info in rulesets.rulesets():
            slug = rulesets.sample_pack(info.name).slug
            if Pack.objects.filter(slug=slug).exists():
                continue
            try:
                with transaction.atomic():
                    release = _sample(info.name, with_change=with_change)
            except Account.DoesNotExist:  # the portal is in use already, and its people are others
                self.stdout.write(f"Pack {slug} is left out: its people are gone.")
                continue
            self.stdout.write(f"Pack {slug} {release.version}: {release.card_count} cards.")

    def _write_history(self) -> None:
        """Run the scenarios of the sample packs and write what follows their first releases; a second time writes nothing.

        A pack whose people are gone or have other roles by now stays as it is.
        """
        for info in rulesets.rulesets():
            sample, change = rulesets.sample_pack(info.name), rulesets.sample_change(info.name)
            pack = Pack.objects.filter(slug=sample.slug, ruleset=info.name).first()
            if pack is None:
                continue
            scenarios_run(pack=pack)
            if change is None:
                continue
            card = next(card for card in sample.cards if card.id == change.card)
            try:
                is_new = sample_story.history_write(pack=pack, sample=card, change=change, people=_people_by_role())
            except (Account.DoesNotExist, Refusal) as refusal:
                self.stdout.write(f"Pack {pack.slug} stays at its first release: {refusal}")
                continue
            if is_new:
                self.stdout.write(
                    f"Pack {pack.slug}: a change of {change.card} with its review, and a planned release."
                )


def _people() -> dict[str, str]:
    """Make an operator and one account per role; return their passwords by email."""
    passwords = {}
    for word in (OPERATOR, *reversed(Role.values)):
        email, password = f"{word}@{DOMAIN}", secrets.token_urlsafe(PASSWORD_BYTES)
        account_create(actor=None, email=email, name=word.capitalize(), password=password, is_operator=word == OPERATOR)
        passwords[email] = password
    return passwords


def _people_by_role() -> dict[str, Account]:
    return {role: Account.objects.get(email=f"{role}@{DOMAIN}") for role in Role.values}


def _sample(ruleset: str, *, with_change: bool) -> Release:
    """Make the sample pack of a ruleset public, with every card as a version and all of them in release 1.0.0.

    The card that a later release changes is as it was before, where there is to be one.
    """
    sample = rulesets.sample_pack(ruleset)
    change = rulesets.sample_change(ruleset) if with_change else None
    operator = Account.objects.get(email=f"{OPERATOR}@{DOMAIN}")
    people = _people_by_role()
    admin = people[Role.ADMIN]
    form = PackForm(
        name={"en": sample.name.en, "zh": sample.name.zh},
        description={"en": sample.description.en, "zh": sample.description.zh},
        visibility="public",
    )
    pack = pack_create(actor=operator, slug=sample.slug, ruleset=ruleset, form=form)
    for role, account in people.items():
        member_set(actor=operator, pack=pack, account=account, role=role)
    cards = sample_story.with_former_card(sample.cards, change)
    pack_import(actor=admin, pack=pack, cards=cards, order=ImportOrder(message="First version · 初始版本"))
    scenarios_import(account=admin, pack=pack, samples=scenario_files.sample_scenarios(ruleset))
    return release_publish(actor=admin, pack=pack, order=ReleaseOrder("1.0.0", changelog=CHANGELOG, override=SAMPLE))


def _keep(path: Path, lines: list[str]) -> None:
    """Write the accounts to a file that only its owner can read, replacing an earlier one."""
    path.unlink(missing_ok=True)
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as file:
        file.write("\n".join(lines) + "\n")

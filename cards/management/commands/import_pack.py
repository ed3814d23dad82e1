"""`manage.py import_pack`: bring a card, a folder or an archive into a pack."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from cards.errors import Refusal
from cards.gateway import packs
from cards.models import Account, Pack
from cards.services.import_file import import_source, release_signature
from cards.services.pack_import import DEVELOPMENT, STRICT, ImportOrder, ImportReport, pack_import


class Command(BaseCommand):
    """Report first, then import all or none; exit 1 when there are errors."""

    help = "Import a card, a folder or a zip into a pack, all or nothing."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the file, the pack, and on whose behalf."""
        parser.add_argument("file", type=Path)
        parser.add_argument("--pack", help="slug of the pack (default: the one that the archive names)")
        parser.add_argument("--as", dest="email", help="account that imports (default: the first operator)")
        parser.add_argument(
            "--mode",
            choices=[STRICT, DEVELOPMENT],
            default=STRICT,
            help="development: import the valid cards although others have errors (default: strict)",
        )
        parser.add_argument("--dry-run", action="store_true", help="report what would be imported, and import nothing")
        parser.add_argument(
            "--repair", action="store_true", help="correct what is almost JSON, and report what was changed"
        )
        parser.add_argument("--restore", action="store_true", help="take cards of the file out of the trash")

    def handle(self, *args: Any, **options: Any) -> None:
        """Read the files, import the cards and report."""
        try:
            if options["file"].suffix == ".zip":
                self._check_signature(options["file"].read_bytes())
            pack_files = packs.pack_files(options["file"], repairs=options["repair"])
            pack = _pack(options["pack"] or pack_files.pack)
            source = import_source(pack=pack, pack_files=pack_files, repairs=options["repair"])
            self._report_problems(source.repairs)
            order = ImportOrder(
                mode=options["mode"],
                message=f"Imported from {options['file'].name}",
                dry_run=options["dry_run"],
                restore=options["restore"],
            )
            report = pack_import(
                actor=_account(options["email"]), pack=pack, cards=source.cards, beside=source.beside, order=order
            )
        except FileNotFoundError as error:
            raise CommandError(f"There is no file {error.args[0]}.") from None
        except Refusal as refused:
            self._report_problems(refused.problems)
            raise CommandError(refused.detail["en"]) from None
        self._report(report)

    def _check_signature(self, data: bytes) -> None:
        """Print who signed a release; refuse one whose signature does not verify."""
        signature = release_signature(data)
        if signature is not None:
            known = "of this portal" if signature.signature == "good" else "which this portal does not know"
            self.stdout.write(f"{signature.pack} {signature.version}: signed with key {signature.key_id}, {known}")

    def _report(self, report: ImportReport) -> None:
        self._report_problems(report.problems)
        for word in ("new", "changed", "unchanged"):
            self.stdout.write(f"{word}: {len(getattr(report, word))}")
        for word, part in (("decks", report.beside.deck_part), ("scenarios", report.beside.scenario_part)):
            if part.writes or part.unchanged:
                self.stdout.write(
                    f"{word}: {len(part.new)} new, {len(part.changed)} changed, {len(part.unchanged)} unchanged"
                )
        if report.beside.art:
            self.stdout.write(f"images: {len(report.beside.art)}")
        for left in report.beside.not_taken:
            self.stdout.write(f"not taken: {left.name}: {left.why['en']}")
        if report.trashed:
            self.stdout.write(f"in the trash: {', '.join(report.trashed[:20])}")
        for word, names in (("drafts with errors", report.drafts), ("left out", report.left_out)):
            if names:
                self.stdout.write(f"{word}: {', '.join(names[:20])}{' …' if len(names) > 20 else ''}")
        if report.mode == STRICT and not report.ok:
            raise CommandError("There are errors: nothing was imported.")

    def _report_problems(self, problems: Any) -> None:
        for problem in problems:
            place = f"{problem.card or problem.file}:{problem.line}:{problem.column}"
            self.stderr.write(f"{place}: {problem.severity} {problem.code}: {problem.message['en']}")


def _pack(slug: str) -> Pack:
    pack = Pack.objects.filter(slug=slug).first()
    if pack is None:
        raise CommandError(f"There is no pack {slug!r}: name one with --pack.")
    return pack


def _account(email: str | None) -> Account:
    accounts = Account.objects.filter(is_active=True).order_by("pk")
    found = accounts.filter(email__iexact=email) if email else accounts.filter(is_superuser=True)
    account = found.first()
    if account is None:
        raise CommandError("There is no such account: invite an operator first, or name an account with --as.")
    return account

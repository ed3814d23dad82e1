"""Cards, their drafts with every save, and their saved versions."""

from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import GinIndex
from django.db import models
from django.db.models.functions import Length, Lower
from django.utils import timezone

from cards.models.fields import CARD_ID_PATTERN, SEARCH_LIMIT, SHA256_LENGTH, TEXT_LIMIT, digest_check


class Strings(models.Func):
    """Every string of at most 64 characters in a document, once each: types of nodes, words of fields."""

    function = "cards_strings"
    arity = 1


class Grams(models.Func):
    """The one- and two-character pieces of a text, which make Chinese words findable by an index."""

    function = "cards_grams"
    arity = 1


def grams_of(column: str) -> models.GeneratedField:
    """Return a stored column with the grams of another."""
    return models.GeneratedField(expression=Grams(column), output_field=ArrayField(models.TextField()), db_persist=True)


def names_index(name: str) -> GinIndex:
    """Return the index by which searches find pieces of names; it needs no column of its own."""
    return GinIndex(Grams("names"), name=name)


def strings_index(name: str) -> GinIndex:
    """Return the index by which searches find the nodes and words of documents; it needs no column of its own."""
    return GinIndex(Strings("document"), name=name)


def unnamed_index(name: str) -> models.Index:
    """Return the index of the rows whose names were never folded."""
    return models.Index(fields=("card",), name=name, condition=models.Q(names=""))


def octets(column: str) -> models.Func:
    """Return the expression for the size of a text in bytes."""
    return models.Func(column, function="octet_length", output_field=models.IntegerField())


def text_limit_check(name: str) -> models.CheckConstraint:
    """Return a check that a card's text stays within its limit."""
    return models.CheckConstraint(
        name=name, condition=models.Q(models.lookups.LessThanOrEqual(octets("text"), TEXT_LIMIT))
    )


def art_index(name: str) -> models.Index:
    """Return an index of the cards that have an image: who asks for one by its hash is checked through it."""
    return models.Index(fields=("art_sha256",), name=name, condition=models.Q(art_sha256__isnull=False))


class Card(models.Model):
    """A card of a pack: its id, kind and marks; its state is derived from its versions and releases.

    A card with versions that left the trash for good stays as a row without a draft, under an id of no meaning, because
    versions are never deleted: `purged_at` says so.

    Shapes: deprecated is nothing or `{"en", "zh", "use"?}`, the note that the manifest carries.
    """

    pack = models.ForeignKey("cards.Pack", models.PROTECT, related_name="cards")
    written_id = models.CharField(max_length=128)
    kind = models.CharField(max_length=32, blank=True)
    deprecated = models.JSONField(null=True, blank=True)
    created_by = models.ForeignKey("cards.Account", models.PROTECT, related_name="+")
    created_at = models.DateTimeField(default=timezone.now)
    retired_at = models.DateTimeField(null=True, blank=True)
    trashed_at = models.DateTimeField(null=True, blank=True)
    trashed_by = models.ForeignKey("cards.Account", models.PROTECT, null=True, related_name="+")
    purged_at = models.DateTimeField(null=True, blank=True)
    newest_version = models.ForeignKey("cards.CardVersion", models.PROTECT, null=True, related_name="+")
    released_version = models.ForeignKey("cards.CardVersion", models.PROTECT, null=True, related_name="+")

    class Meta:
        ordering = ("written_id",)
        indexes = (models.Index(fields=("pack", "written_id"), name="card_in_order"),)
        constraints = (
            models.UniqueConstraint("pack", Lower("written_id"), name="card_id_once_in_pack"),
            models.CheckConstraint(name="card_id_shape", condition=models.Q(written_id__regex=CARD_ID_PATTERN)),
        )

    def __str__(self) -> str:
        return self.written_id


class CardRename(models.Model):
    """An id that a card had before: links to it lead to the card.

    Where a release lists the old id (`is_released`), nothing else in the pack may take it, and the next manifests
    carry the record.
    """

    pack = models.ForeignKey("cards.Pack", models.CASCADE, related_name="renames")
    card = models.ForeignKey("cards.Card", models.CASCADE, related_name="renames")
    old_id = models.CharField(max_length=128)
    new_id = models.CharField(max_length=128)
    is_released = models.BooleanField(default=False)
    renamed_by = models.ForeignKey("cards.Account", models.PROTECT, related_name="+")
    renamed_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ("renamed_at", "pk")
        constraints = (models.UniqueConstraint("pack", Lower("old_id"), name="card_rename_once_in_pack"),)

    def __str__(self) -> str:
        return f"{self.old_id} → {self.new_id}"


class Draft(models.Model):
    """The working copy of a card, shared by the pack's designers; its text may be as broken as it was typed.

    Shapes: texts maps a language to `{"name", "description", "notes"}`; document is the parsed text, or nothing
            when it does not parse; search holds what a search reads, folded, and names the folded names as `cards.search.names_text`
            writes them, empty where none were folded yet; bases and text_states are as in
            `cards.text_states`; last_aside is the highest number of a text that was set aside, after which the next save counts on;
            contributors are the accounts that its saves do not name: who changed the image, or wrote what was restored.
    Units:  source_sha is the hash of text and texts as typed, sha256 that of the canonical bytes.
    """

    card = models.OneToOneField("cards.Card", models.CASCADE, related_name="draft")
    revision = models.PositiveIntegerField(default=1)
    last_aside = models.PositiveIntegerField(default=0, db_default=0)
    contributors = ArrayField(models.BigIntegerField(), default=list, db_default=[])
    text = models.TextField()
    texts = models.JSONField(default=dict)
    source_sha = models.CharField(max_length=SHA256_LENGTH)
    document = models.JSONField(null=True)
    sha256 = models.CharField(max_length=SHA256_LENGTH, null=True)
    art_sha256 = models.CharField(max_length=SHA256_LENGTH, null=True)
    saved_by = models.ForeignKey("cards.Account", models.PROTECT, related_name="+")
    saved_at = models.DateTimeField(default=timezone.now)
    search = models.TextField(blank=True)
    grams = grams_of("search")
    names = models.TextField(blank=True, default="", db_default="")
    bases = models.JSONField(default=dict)
    text_states = ArrayField(models.CharField(max_length=32), default=list)
    strings = models.GeneratedField(
        expression=Strings("document"), output_field=ArrayField(models.TextField()), db_persist=True
    )

    class Meta:
        constraints = (
            models.CheckConstraint(name="draft_revision_from_one", condition=models.Q(revision__gte=1)),
            digest_check("source_sha", "draft_source_shape"),
            digest_check("sha256", "draft_sha256_shape", null=True),
            digest_check("art_sha256", "draft_art_shape", null=True),
            text_limit_check("draft_text_limit"),
            models.CheckConstraint(
                name="draft_search_limit",
                condition=models.Q(models.lookups.LessThanOrEqual(Length("search"), SEARCH_LIMIT)),
            ),
        )
        indexes = (
            GinIndex(fields=("grams",), name="draft_grams"),
            names_index("draft_names"),
            unnamed_index("draft_unnamed"),
            GinIndex(fields=("document",), name="draft_document", opclasses=("jsonb_path_ops",)),
            GinIndex(fields=("text_states",), name="draft_text_states"),
            GinIndex(fields=("strings",), name="draft_strings"),
            models.Index(fields=("saved_at",), name="draft_saved_at"),
            art_index("draft_art"),
        )

    @property
    def etag(self) -> str:
        """Return the mark of this state, `r131-9f2c41aa`, that a save must quote."""
        return f"r{self.revision}-{self.source_sha[:8]}"


class RevisionOrigin(models.TextChoices):
    """What made a revision."""

    CREATE = "create", "Create"
    SAVE = "save", "Save"
    RESTORE = "restore", "Restore"
    IMPORT = "import", "Import"
    BULK = "bulk", "Bulk"
    RENAME = "rename", "Rename"
    ASIDE = "aside", "Set aside"
    MERGE = "merge", "Merge"


class DraftRevision(models.Model):
    """One acknowledged save of a draft."""

    draft = models.ForeignKey("cards.Draft", models.CASCADE, related_name="revisions")
    revision = models.PositiveIntegerField()
    text = models.TextField()
    texts = models.JSONField(default=dict)
    bases = models.JSONField(default=dict)
    source_sha = models.CharField(max_length=SHA256_LENGTH)
    size = models.PositiveIntegerField()
    origin = models.CharField(max_length=7, choices=RevisionOrigin.choices, default=RevisionOrigin.SAVE)
    author = models.ForeignKey("cards.Account", models.PROTECT, related_name="+")
    saved_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ("-revision",)
        constraints = (
            models.UniqueConstraint(fields=("draft", "revision"), name="draft_revision_once"),
            digest_check("source_sha", "draft_revision_source_shape"),
            text_limit_check("draft_revision_text_limit"),
        )

    @property
    def etag(self) -> str:
        """Return the mark that the draft had after this save."""
        return f"r{self.revision}-{self.source_sha[:8]}"


class CardVersion(models.Model):
    """A state of a card that a person named: immutable, parsed, perhaps not valid.

    Shapes: kind and names are those of the document, empty in versions from before they were written down; document is the parsed text with the importer's rewrites, kept for queries only: what leaves the portal
            are the canonical bytes of the blob; contributors are the ids of all who saved since the last release.
    """

    card = models.ForeignKey("cards.Card", models.PROTECT, related_name="versions")
    number = models.PositiveIntegerField()
    revision = models.PositiveIntegerField()
    text = models.TextField()
    texts = models.JSONField(default=dict)
    bases = models.JSONField(default=dict)
    source_sha = models.CharField(max_length=SHA256_LENGTH)
    document = models.JSONField()
    blob = models.ForeignKey("cards.Blob", models.PROTECT, db_column="sha256", related_name="+")
    art_sha256 = models.CharField(max_length=SHA256_LENGTH, null=True)
    schema_id = models.CharField(max_length=200)
    author = models.ForeignKey("cards.Account", models.PROTECT, related_name="+")
    contributors = ArrayField(models.BigIntegerField())
    message = models.CharField(max_length=500, blank=True)
    parent = models.ForeignKey("self", models.PROTECT, null=True, related_name="+")
    created_at = models.DateTimeField(default=timezone.now)
    search = models.TextField(blank=True)
    grams = grams_of("search")
    names = models.TextField(blank=True, default="", db_default="")
    kind = models.CharField(max_length=32, blank=True, default="", db_default="")

    class Meta:
        ordering = ("-number",)
        constraints = (
            models.UniqueConstraint(fields=("card", "number"), name="card_version_once"),
            models.CheckConstraint(name="card_version_from_one", condition=models.Q(number__gte=1)),
            digest_check("source_sha", "card_version_source_shape"),
            digest_check("art_sha256", "card_version_art_shape", null=True),
            text_limit_check("card_version_text_limit"),
        )
        indexes = (
            GinIndex(fields=("grams",), name="card_version_grams"),
            names_index("card_version_names"),
            unnamed_index("card_version_unnamed"),
            strings_index("card_version_strings"),
            GinIndex(fields=("document",), name="card_version_document", opclasses=("jsonb_path_ops",)),
            art_index("card_version_art"),
        )

    @property
    def sha256(self) -> str:
        """Return the hash of the canonical bytes."""
        return self.blob_id

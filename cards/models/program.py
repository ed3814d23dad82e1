"""Programs of a pack: what acts in it as itself, and what it showed to be let in."""

from django.db import models
from django.utils import timezone

from cards.models.fields import SHA256_LENGTH, LineField, digest_check

HANDLE_PATTERN = r"^[a-z0-9](?:[a-z0-9-]{0,30}[a-z0-9])?$"
IDENTITY_LIMIT = 300  # characters of an issuer, a subject or the value of a claim


class Program(models.Model):
    """An account that is no person's: a service account with a token, or a job elsewhere that the pack trusts to publish.

    Shapes: role is `designer` for a service account and `publisher` for a trusted job. issuer, subject and claims are those of the job's
            identity: subject is exact or ends in `*`, claims are exact. owner is the person who answers for it.
    """

    account = models.OneToOneField("cards.Account", models.CASCADE, related_name="program")
    pack = models.ForeignKey("cards.Pack", models.CASCADE, related_name="programs")
    role = models.CharField(max_length=9)
    owner = models.ForeignKey("cards.Account", models.PROTECT, related_name="+")
    issuer = LineField(max_length=IDENTITY_LIMIT, blank=True)
    subject = LineField(max_length=IDENTITY_LIMIT, blank=True)
    claims = models.JSONField(default=dict)
    created_by = models.ForeignKey("cards.Account", models.PROTECT, related_name="+")
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ("id",)
        constraints = (
            models.CheckConstraint(
                name="program_role_by_kind",
                condition=models.Q(role="designer", issuer="", subject="")
                | (models.Q(role="publisher") & ~models.Q(issuer="") & ~models.Q(subject="")),
            ),
        )

    def __str__(self) -> str:
        return self.account.email

    @property
    def is_trusted_job(self) -> bool:
        """Return whether it gets its tokens for an identity of another system."""
        return bool(self.issuer)


class TokenExchange(models.Model):
    """What a token of a trusted job was given for: an identity is taken once.

    Shapes: identity_sha256 is the hash of the issuer and the `jti`; subject is the whole one.
    """

    token = models.OneToOneField("cards.ApiToken", models.CASCADE, related_name="exchange")
    identity_sha256 = models.CharField(max_length=SHA256_LENGTH, unique=True)
    issuer = models.CharField(max_length=IDENTITY_LIMIT)
    subject = models.CharField(max_length=IDENTITY_LIMIT)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ("id",)
        constraints = (digest_check("identity_sha256", "exchange_identity_shape"),)

"""Accounts whose persons sign in at a provider of OpenID Connect, and the logout tokens of the provider."""

from django.db import models
from django.utils import timezone

from cards.models.fields import SHA256_LENGTH, LineField, digest_check

ISSUER_LIMIT, SUBJECT_LIMIT = 300, 255  # characters


class CompanyAccount(models.Model):
    """The account of a person at a provider, joined to an account of the portal.

    Shapes: issuer and subject are those of the ID token, which never change; the address there may. proved_at is when the provider last
            vouched for the person.
    """

    account = models.OneToOneField("cards.Account", models.CASCADE, related_name="company")
    issuer = LineField(max_length=ISSUER_LIMIT)
    subject = LineField(max_length=SUBJECT_LIMIT)
    joined_at = models.DateTimeField(default=timezone.now)
    proved_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ("id",)
        constraints = (models.UniqueConstraint(fields=("issuer", "subject"), name="company_account_once"),)


class CompanyNotice(models.Model):
    """A logout token that was taken, so that it is taken once; it is forgotten when it would be too old.

    Shapes: identity_sha256 is the hash of the issuer and the `jti`.
    """

    identity_sha256 = models.CharField(max_length=SHA256_LENGTH, unique=True)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ("id",)
        constraints = (digest_check("identity_sha256", "company_notice_shape"),)

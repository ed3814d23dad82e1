"""Bytes by their hash: card documents, release files, manifests, art."""

from django.db import models
from django.utils import timezone

from cards.models.fields import BLOB_LIMIT, SHA256_LENGTH, digest_check


class Blob(models.Model):
    """Bytes under their SHA-256, stored once and never changed; the database checks the hash itself."""

    sha256 = models.CharField(max_length=SHA256_LENGTH, primary_key=True)
    size = models.PositiveIntegerField()
    data = models.BinaryField()
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = (
            digest_check("sha256", "blob_sha256_shape"),
            models.CheckConstraint(
                name="blob_sha256_of_data",
                condition=models.Q(
                    sha256=models.Func(
                        models.Func("data", function="sha256"),
                        models.Value("hex"),
                        function="encode",
                        output_field=models.TextField(),
                    )
                ),
            ),
            models.CheckConstraint(
                name="blob_size_of_data",
                condition=models.Q(
                    size=models.Func("data", function="octet_length", output_field=models.IntegerField())
                ),
            ),
            models.CheckConstraint(name="blob_size_limit", condition=models.Q(size__lte=BLOB_LIMIT)),
        )

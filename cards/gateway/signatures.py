"""Signatures of releases, and the keys that make and verify them."""

from engine import api

SIGNATURE = api.SIGNATURE
BadSignature = api.BadSignature
PublicKey = api.PublicKey
SecretKey = api.SecretKey
VerifiedRelease = api.VerifiedRelease
new_key = api.new_key
read_public = api.read_public
read_secret = api.read_secret
sign_release = api.sign_release
verify_signed = api.verify_signed

"""The encoding of a file that is not UTF-8."""

from engine import api

encoding_of = api.encoding_of

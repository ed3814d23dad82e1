"""Search over cards: one language of queries, the words of a card that they read, and the answer over documents.

The portal asks its database the same conditions (`cards.queries.where`); what both have in common is here.
"""

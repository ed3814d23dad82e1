"""Packs, cards, drafts, versions, previews and releases as rows, and the services that change them."""

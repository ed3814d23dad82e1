"""Rules text: what a card does, said from its effect tree in English and Chinese, and where its written text says otherwise."""

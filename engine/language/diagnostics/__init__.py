"""Problems of documents: how they are made, worded and listed."""

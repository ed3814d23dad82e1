"""The games. Each folder is one; none knows another."""

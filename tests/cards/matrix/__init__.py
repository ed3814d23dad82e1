"""Who may do what, at every address: the table `permissions.csv` and the test that holds the portal to it."""

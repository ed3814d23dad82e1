"""Settings: base for all, production for `manage.py up`, development for work on the code, test for pytest."""

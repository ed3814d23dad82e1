"""`manage.py up`: everything on one machine, started in order, watched, stopped in order."""

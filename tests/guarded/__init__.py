"""What is imported first in every process of a test run."""

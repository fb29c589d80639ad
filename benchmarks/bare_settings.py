"""The program's own settings, with one more address (``benchmarks.bare_urls``)."""

from jassclub.settings import *  # noqa: F403

ROOT_URLCONF = "benchmarks.bare_urls"

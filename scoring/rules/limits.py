"""How much of anything the rules engine takes.

Words: a *sheet* is all deals of one game at one table; a *body* is one request as it comes over
HTTP. The API layer enforces `MAX_BODY` before it parses; the rest is enforced in here.
This module never decides what a deal may hold: those bounds stand with each variant.
"""

MAX_DEALS = 500
MAX_BODY = 256 * 1024

MAX_TARGET = 100_000  # targets, limits and marks
MAX_PLANNED_DEALS = 200
MAX_FACTOR = 20
MAX_BONUS = 1000  # bonuses and values
MAX_STEP = 1000  # round_to, cents_per_point
MAX_TOTAL = 100_000_000  # no total of a sheet within these limits is larger

MAX_UNKNOWN_FIELDS = 20  # of one deal that are reported one by one
MAX_LIST = 100  # items of a list in a deal or an option that are looked at
MAX_NAME = 60  # characters of an unknown name that are repeated in a problem

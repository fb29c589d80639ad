"""The same arguments give the same draw, whatever the process hashes its texts to."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = """
import json, sys
from tournaments.draw import draw
arguments = json.loads(sys.argv[1])
result = draw(**arguments)
again = draw(**arguments | {"history": result.protocol["rounds"][:1], "rounds": 1})
print(json.dumps([result.protocol, again.protocol]))
"""
PEOPLE = [f"person {number}" for number in range(18)]
APART = [PEOPLE[:2], PEOPLE[2:4], PEOPLE[1:3]]


def protocols(hash_seed, arguments):
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, json.dumps(arguments)],
        env={**os.environ, "PYTHONHASHSEED": hash_seed},
        cwd=Path(__file__).parents[2],
        capture_output=True,
        check=True,
        text=True,
    )
    return json.loads(done.stdout)


@pytest.mark.parametrize(
    "arguments",
    [
        {"method": "drawn-partners", "apart": APART, "together": [PEOPLE[4:6], PEOPLE[8:10]]},
        {"method": "drawn-partners", "places": {PEOPLE[3]: 0, PEOPLE[7]: 2}},
        {"method": "individuals", "apart": APART, "table_size": [4, 5]},
        {"method": "fixed-teams", "apart": APART},
        {"method": "swiss", "points": {one: len(one) for one in PEOPLE}, "apart": APART},
        {"method": "round-robin"},
    ],
    ids=lambda arguments: arguments["method"],
)
def test_a_draw_of_people_with_names_for_ids_is_the_same_in_another_process(arguments):
    arguments = {"entries": PEOPLE, "rounds": 2, "seed": "spring", **arguments}
    one, again = protocols("1", arguments)
    assert (one, again) == tuple(protocols("2", arguments))
    assert one["rounds"]

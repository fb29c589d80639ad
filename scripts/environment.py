"""Makes the virtual environment, and brings it up to date when pyproject.toml has changed.

    python3 scripts/environment.py run     what the program needs
    python3 scripts/environment.py dev     that, and what its tests need
    python3 scripts/environment.py bench   that, and the programs it is measured against

Started with any Python 3.11 to 3.13 and the standard library alone. uv does the installing where
pip can get it, pip itself where not. Does nothing, in a few milliseconds, if nothing has changed.
"""

import hashlib
import json
import shutil
import subprocess
import sys
import tomllib
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
CONSTRAINTS = ROOT / "constraints.txt"
PYTHON = VENV / "bin" / "python"
OLDEST, NEWEST = (3, 11), (3, 13)
KINDS = ("run", "dev", "bench")  # each holds what those before it hold


def requirements(kind: str) -> list[str]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    extra = project["optional-dependencies"]["dev"] if kind != "run" else []
    return [*project["dependencies"], *extra]


def optional_requirements(kind: str) -> list[str]:
    """What is good to have: a redis-server for machines that have none, rivals for the benchmark."""
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"][
        "optional-dependencies"
    ]
    redis = [] if shutil.which("redis-server") else extras["redis"]
    return [*redis, *(extras["bench"] if kind == "bench" else [])]


def venv_version() -> tuple[int, ...] | None:
    """The Python of the environment; None if there is none that works."""
    if not PYTHON.exists():
        return None
    ask = "import sys, json; json.dump((sys.prefix, *sys.version_info[:2]), sys.stdout)"
    done = subprocess.run([PYTHON, "-c", ask], capture_output=True, text=True, check=False)
    if done.returncode:
        return None
    prefix, *version = json.loads(done.stdout)
    moved = Path(prefix).resolve() != VENV.resolve()
    return None if moved or not OLDEST <= tuple(version) <= NEWEST else tuple(version)


def fingerprint(kind: str, version: tuple[int, ...]) -> str:
    pinned = CONSTRAINTS.read_text()
    state = json.dumps([version, requirements(kind), optional_requirements(kind), pinned])
    return hashlib.sha256(state.encode()).hexdigest()


def is_current(kind: str, version: tuple[int, ...]) -> bool:
    stamp = VENV / f"installed-{kind}"
    return stamp.exists() and stamp.read_text() == fingerprint(kind, version)


def make_venv() -> None:
    print(f"Making .venv with Python {sys.version_info[0]}.{sys.version_info[1]} …", flush=True)
    try:
        venv.create(VENV, clear=True, with_pip=True, symlinks=True)
    except subprocess.CalledProcessError as error:
        shutil.rmtree(VENV, ignore_errors=True)
        raise SystemExit(
            "This Python cannot make virtual environments. On Debian and Ubuntu: "
            "apt install python3-venv"
        ) from error


def installers() -> list[list[str]]:
    """The commands that install the tested versions, best first: uv's where it can be had, then pip's.

    Last, whatever fits: a version may have been withdrawn since.
    """
    pip = [str(PYTHON), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    uv = VENV / "bin" / "uv"
    if not uv.exists():
        subprocess.run([*pip, "uv"], check=False)
    commands = [pip]
    if uv.exists():
        commands.insert(0, [str(uv), "pip", "install", "--quiet", "--python", str(PYTHON)])
    tested = [[*command, "--constraint", str(CONSTRAINTS)] for command in commands]
    return [*tested, *commands]


def install(kind: str) -> None:
    print("Installing what pyproject.toml lists …", flush=True)
    for command in installers():
        if not subprocess.run([*command, *requirements(kind)], check=False).returncode:
            break
    else:
        raise SystemExit("The packages could not be installed; the message above says why.")
    for optional in optional_requirements(kind):
        wanted = [*command, "--only-binary", ":all:", optional]
        done = subprocess.run(wanted, capture_output=True, text=True, check=False)
        if done.returncode:
            print(f"{optional} could not be installed: {done.stderr.strip()}", flush=True)


def main(kind: str) -> None:
    if not OLDEST <= sys.version_info[:2] <= NEWEST:
        raise SystemExit("Jassclub needs Python 3.11, 3.12 or 3.13.")
    version = venv_version()
    if version is None:
        make_venv()
        version = tuple(sys.version_info[:2])
    if any(is_current(each, version) for each in KINDS[KINDS.index(kind) :]):
        return
    install(kind)
    (VENV / f"installed-{kind}").write_text(fingerprint(kind, version))


if __name__ == "__main__":
    main(sys.argv[1] if sys.argv[1:] else "run")

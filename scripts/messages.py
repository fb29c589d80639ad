r"""The German texts: adding, compiling, checking and pruning locale/de_CH.

Words: a *message* is an English sentence in the code (with its context, if any); an *entry* is the
message with its German in the .po file. The .po is the source and is kept in git, sorted, without
line numbers, so that two people adding texts meet rarely; the .mo is made from it and is not kept.

    messages.py add < pairs.json    {"English": "Deutsch", "one|||many": ["eins", "viele"],
                                     "context\u0004English": "Deutsch"}
    messages.py compile             the .mo files, in pure Python: no gettext tools needed
    messages.py check               messages without German, German without a message
    messages.py prune               takes entries out that no code uses any more

Never translates, and never writes a .po by half: every change is made under a lock and put in
place in one step.
"""

import argparse
import contextlib
import fcntl
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import polib

ROOT = Path(__file__).resolve().parent.parent
PO = ROOT / "locale" / "de_CH" / "LC_MESSAGES" / "django.po"
ROOMS = ("jassclub", "scoring", "tournaments", "templates")
SUFFIXES = (".py", ".html", ".txt")
HEADER = {
    "Project-Id-Version": "jassclub",
    "Language": "de_CH",
    "MIME-Version": "1.0",
    "Content-Type": "text/plain; charset=UTF-8",
    "Content-Transfer-Encoding": "8bit",
    "Plural-Forms": "nplurals=2; plural=(n != 1);",
}
PLURAL = "|||"
CONTEXT = "\u0004"
PLACEHOLDER = re.compile(r"%\(\w+\)[a-z]|%[sd]|(?<!\{)\{\w*\}(?!\})")
GETTEXT_TOOLS = ("xgettext", "msguniq", "msgmerge", "msgattrib")
SKIPPED = 3

Key = tuple[str | None, str]


class MessageError(ValueError):
    """A pair that cannot be stored; says what would be right."""


def key_of(entry: polib.POEntry) -> Key:
    return (entry.msgctxt, entry.msgid)


def load(path: Path | None = None) -> polib.POFile:
    path = path or PO
    po = polib.pofile(str(path)) if path.exists() else polib.POFile()
    po.metadata = dict(HEADER)
    po.wrapwidth = 100
    return po


@contextlib.contextmanager
def locked() -> Iterator[None]:
    lock = ROOT / "var" / "messages.lock"
    lock.parent.mkdir(exist_ok=True)
    with lock.open("w") as handle:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield


def replace(path: Path, data: bytes) -> None:
    """Put data at path in one step: a reader sees the old file or the new one."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as handle:
        handle.write(data)
    Path(handle.name).chmod(0o644)
    Path(handle.name).replace(path)


def save(po: polib.POFile) -> None:
    po.sort(key=lambda entry: (entry.msgid, entry.msgctxt or ""))
    replace(PO, f"{po}\n".encode())
    compile_po(PO)


def compile_po(path: Path) -> None:
    replace(path.with_suffix(".mo"), load(path).to_binary())


def compile_stale() -> list[Path]:
    """Compile each .po whose .mo is missing or older; the paths that were compiled."""
    stale = []
    for path in sorted(ROOT.glob("locale/*/LC_MESSAGES/*.po")):
        mo = path.with_suffix(".mo")
        if not mo.exists() or mo.stat().st_mtime < path.stat().st_mtime:
            compile_po(path)
            stale.append(path)
    return stale


def texts(entry: polib.POEntry) -> list[str]:
    """The German texts of an entry: one, or one per plural form."""
    if entry.msgid_plural:
        return [entry.msgstr_plural.get(form, "") for form in (0, 1)]
    return [entry.msgstr]


def faults(entry: polib.POEntry) -> list[str]:
    """What is wrong with an entry's German, in words; empty if nothing is."""
    found = []
    english = {entry.msgid, entry.msgid_plural} - {""}
    for text in texts(entry):
        if not text:
            found.append("has no German")
        elif "ß" in text:
            found.append("says ß; Swiss German writes ss")
        elif all(sorted_holes(text) != sorted_holes(source) for source in english):
            found.append(f"has {sorted_holes(text)} in German, {sorted_holes(entry.msgid)} before")
        elif text.startswith("\n") != entry.msgid.startswith("\n"):
            found.append("begins with a line break in one language only")
    if entry.fuzzy:
        found.append("is fuzzy")
    return found


def sorted_holes(text: str) -> list[str]:
    return sorted(PLACEHOLDER.findall(text.replace("%%", "")))


def entry_from(message: str, german: object) -> polib.POEntry:
    """Make an entry of one pair of the JSON object that `add` reads."""
    context, _, rest = message.rpartition(CONTEXT)
    one, bar, many = rest.partition(PLURAL)
    entry = polib.POEntry(msgid=one, msgctxt=context or None)
    if bar:
        if not (isinstance(german, list) and len(german) == 2):
            raise MessageError(f"{message!r}: a plural needs a list of two German texts")
        entry.msgid_plural = many
        entry.msgstr_plural = dict(enumerate(german))
    elif isinstance(german, str):
        entry.msgstr = german
    else:
        raise MessageError(f"{message!r}: the German must be a text")
    if problems := faults(entry):
        raise MessageError(f"{message!r} {'; '.join(problems)}")
    return entry


def add(pairs: Mapping[str, object]) -> str:
    """Merge pairs into the .po and compile it; all of them or, if one is wrong, none."""
    new = [entry_from(message, german) for message, german in pairs.items()]
    with locked():
        po = load()
        known = {key_of(entry): entry for entry in po}
        added = changed = 0
        for entry in new:
            old = known.get(key_of(entry))
            if old is None:
                po.append(entry)
                added += 1
            elif (old.msgid_plural, texts(old)) != (entry.msgid_plural, texts(entry)):
                if old.msgid_plural and not entry.msgid_plural:
                    raise MessageError(f"{entry.msgid!r} has a plural already: give both forms")
                po[po.index(old)] = entry
                changed += 1
            known[key_of(entry)] = entry
        save(po)
    return f"{added} added, {changed} changed, {len(po)} in all"


def can_extract() -> bool:
    return all(shutil.which(tool) for tool in GETTEXT_TOOLS)


def sources() -> Iterator[Path]:
    for room in ROOMS:
        for path in sorted((ROOT / room).rglob("*")):
            if path.suffix in SUFFIXES and "migrations" not in path.parts:
                yield path


def extracted() -> dict[Key, polib.POEntry]:
    """Every message that the code uses, as Django's makemessages finds them."""
    with tempfile.TemporaryDirectory() as name:
        tree = Path(name)
        for source in sources():
            target = tree / source.relative_to(ROOT)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, target)
        (tree / "locale").mkdir()
        environment = {k: v for k, v in os.environ.items() if k != "DJANGO_SETTINGS_MODULE"}
        command = [sys.executable, "-m", "django", "makemessages", "-l", "de_CH", "--keep-pot"]
        done = subprocess.run(
            command, cwd=tree, env=environment, capture_output=True, text=True, check=False
        )
        if done.returncode:
            raise MessageError(done.stderr.strip() or done.stdout.strip())
        pot = tree / "locale" / "django.pot"
        return {key_of(entry): entry for entry in polib.pofile(str(pot))} if pot.exists() else {}


def as_json(entries: Iterable[polib.POEntry]) -> str:
    """Messages in the form that `add` reads, with the German left empty."""
    pairs: dict[str, object] = {}
    for entry in entries:
        message = f"{entry.msgctxt}{CONTEXT}{entry.msgid}" if entry.msgctxt else entry.msgid
        if entry.msgid_plural:
            pairs[f"{message}{PLURAL}{entry.msgid_plural}"] = ["", ""]
        else:
            pairs[message] = ""
    return json.dumps(pairs, ensure_ascii=False, indent=1)


def check() -> int:
    """Print what is missing, wrong or no longer used; the number of findings."""
    used = extracted()
    stored = {key_of(entry): entry for entry in load()}
    missing = [entry for key, entry in used.items() if key not in stored]
    lines = [f"{entry.msgid!r} {fault}" for entry in stored.values() for fault in faults(entry)]
    for key in used.keys() & stored.keys():
        if used[key].msgid_plural != stored[key].msgid_plural:
            lines.append(f"{used[key].msgid!r} has the plural {used[key].msgid_plural!r} in code")
    lines += [f"{stored[key].msgid!r} is used nowhere" for key in stored.keys() - used.keys()]
    if missing:
        print(f"{len(missing)} messages without German (fill in and give to `messages.py add`):")
        print(as_json(missing))
    for line in sorted(lines):
        print(line)
    print(f"{len(used)} messages in use, {len(missing)} missing, {len(lines)} other findings")
    return len(missing) + len(lines)


def prune() -> str:
    used = extracted()
    with locked():
        po = load()
        gone = [entry for entry in po if key_of(entry) not in used]
        for entry in gone:
            po.remove(entry)
        save(po)
    return f"{len(gone)} taken out, {len(po)} left"


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="The German texts of Jassclub.")
    parser.add_argument("command", choices=["add", "compile", "check", "prune"])
    command = parser.parse_args(arguments).command
    if command in {"check", "prune"} and not can_extract():
        print(f"SKIPPED: the messages were NOT checked, {GETTEXT_TOOLS[0]} (gettext) is missing")
        return SKIPPED
    try:
        if command == "add":
            print(add(json.load(sys.stdin)))
        elif command == "prune":
            print(prune())
        elif command == "check":
            return 1 if check() else 0
        else:
            print(f"compiled: {', '.join(p.parent.parent.name for p in compile_stale()) or 'none'}")
    except (MessageError, json.JSONDecodeError) as error:
        print(f"messages: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())

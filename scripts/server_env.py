"""Writes the server's `.env`: secrets made here and the address it will answer to.

`python -m scripts.server_env https://jass.example.org` refuses to overwrite a file that exists.
"""

import os
import secrets
import sys
from pathlib import Path
from urllib.parse import urlsplit

TARGET = Path(".env")


def server_env(url: str) -> str:
    """The file's text for a public address such as `https://jass.example.org`."""
    parts = urlsplit(url)
    if parts.scheme not in {"http", "https"} or not parts.hostname or parts.path not in {"", "/"}:
        raise SystemExit(f"“{url}” is no address; write for example https://jass.example.org")
    return (
        f"SECRET_KEY={secrets.token_urlsafe(50)}\n"
        f"POSTGRES_PASSWORD={secrets.token_urlsafe(24)}\n"
        f"PUBLIC_URL={parts.scheme}://{parts.netloc}\n"
        f"PUBLIC_HOSTS={parts.hostname}\n"
    )


def main(arguments: list[str]) -> None:
    if len(arguments) != 1 or not arguments[0]:
        raise SystemExit("Say the public address: make server-env URL=https://jass.example.org")
    text = server_env(arguments[0])
    try:
        handle = os.open(TARGET, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        raise SystemExit(f"{TARGET} exists already; it holds the secrets of a server.") from None
    with os.fdopen(handle, "w") as file:
        file.write(text)
    print(f"{TARGET} written. Keep it secret, and back it up.")


if __name__ == "__main__":
    main(sys.argv[1:])

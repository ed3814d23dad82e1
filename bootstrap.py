"""Make .venv and install the locked packages into it; the standard library alone, and only when the lock has changed.

usage: python3 bootstrap.py [--dev]
This file must still parse under an old Python, so that it can say that it is too old.
"""

import hashlib
import json
import os
import platform
import shutil
import subprocess
import sys
import sysconfig
import time

OLDEST = (3, 11)
NEWER = ("python3.13", "python3.12", "python3.11")
SYSTEM = "/usr/bin"
MAPS = "/proc/self/maps"
SUITS = """
import ensurepip, os, sys, sysconfig, venv
has_headers = os.path.exists(os.path.join(sysconfig.get_path("include"), "Python.h"))
sys.exit(not has_headers or "libpython" in open("/proc/self/maps").read())
"""
ROOT = os.path.dirname(os.path.abspath(__file__))
VENV = os.path.join(ROOT, ".venv")
STAMP = os.path.join(VENV, "cardloom-installed.json")
LOCKS = {"runtime": "requirements.txt", "dev": "requirements-dev.txt", "compile": "requirements-compile.txt"}
HELD_BY = {"dev": ("runtime", "compile")}  # a lock that holds all of others
OPTIONAL = ("compile",)
UV_LOCK = "requirements-bootstrap.txt"


def main():
    """Install what is missing; do nothing, quickly, when nothing is."""
    use_a_newer_python()
    use_a_faster_python()
    locks = ["dev"] if "--dev" in sys.argv[1:] else ["runtime", *(["compile"] if compiles() else [])]
    with SingleRun():
        for lock in locks:
            if read_stamp().get(lock) != fingerprint(lock):
                bring_in(lock)


def bring_in(lock):
    """Install one lock, and note that it is installed."""
    began = time.time()
    stamp = read_stamp()
    make_venv(stamp)
    if install(lock):
        write_stamp(dict(read_stamp(), **{name: fingerprint(name) for name in (lock, *HELD_BY.get(lock, ()))}))
        say("Installed into .venv in %.0f s" % (time.time() - began))


def compiles():
    """Return whether the engine can be compiled here, unless that is switched off: with a C compiler and the headers of this Python."""
    wanted = os.environ.get("COMPILE_ENGINE", "").strip().lower() != "off"
    headers = os.path.join(sysconfig.get_path("include"), "Python.h")
    return bool(wanted and shutil.which(os.environ.get("CC", "cc")) and os.path.exists(headers))


def use_a_newer_python():
    """Hand over to a newer Python of this machine when this one is too old; say so when there is none."""
    if sys.version_info[:2] >= OLDEST:
        return
    for name in NEWER:
        path = shutil.which(name)
        if path:
            os.execv(path, [path, *sys.argv])  # noqa: S606  the same script, a newer Python
    stop(
        "Cardloom needs Python 3.11 or newer, and this is %s." % platform.python_version(),
        "Install one (Debian, Ubuntu: apt-get install python3.11 python3.11-venv) and run: make PYTHON=python3.11",
    )


def use_a_faster_python():
    """Hand over to the system's Python when this one runs out of a shared library and that one does not: it plays a fifth faster.

    It must be able to make a virtual environment and to compile. A Python that was asked for by `make PYTHON=...` is kept.
    """
    if os.environ.get("PYTHON") or not runs_from_a_library():
        return
    for name in NEWER:
        path = os.path.join(SYSTEM, name)
        if os.path.exists(path) and subprocess.call([path, "-c", SUITS], stderr=subprocess.DEVNULL) == 0:  # noqa: S603  a list of words, no shell
            os.execv(path, [path, *sys.argv])  # noqa: S606  the same script, a faster Python


def runs_from_a_library():
    """Return whether the interpreter is a shared library, which Linux alone can tell; pyenv builds it so for embedding."""
    try:
        with open(MAPS) as file:
            return "libpython" in file.read()
    except OSError:
        return False


class SingleRun:
    """A lock for one bootstrap at a time: `make run` and `make test` may be typed side by side."""

    def __enter__(self):
        self.file = open(__file__, "rb")
        try:
            import fcntl  # absent on Windows, where nothing is locked

            fcntl.flock(self.file, fcntl.LOCK_EX)
        except ImportError:
            pass

    def __exit__(self, *_):
        self.file.close()


def fingerprint(wanted):
    """Return what must be the same for an installation to be up to date: the lock and the Python."""
    with open(os.path.join(ROOT, LOCKS[wanted]), "rb") as file:
        return hashlib.sha256(file.read() + sys.version.encode() + sys.base_prefix.encode()).hexdigest()


def read_stamp():
    """Return what is installed, or {} when .venv is missing, broken or of another Python."""
    try:
        with open(STAMP) as file:
            stamp = json.load(file)
    except (OSError, ValueError):
        return {}
    same = stamp.get("python") == sys.version and os.path.exists(python())
    return stamp if same else {}


def write_stamp(stamp):
    """Note what is installed, for the next time."""
    with open(STAMP, "w") as file:
        json.dump(dict(stamp, python=sys.version), file)


def python():
    """Return the Python of .venv."""
    return os.path.join(VENV, "Scripts" if os.name == "nt" else "bin", "python")


def make_venv(stamp):
    """Create .venv, unless bootstrap created the one that is here; report what is missing before creating anything."""
    try:
        import ensurepip  # Debian ships it, and with it the means to make a venv, in a package of its own
        import venv
    except ImportError:
        version = "%d.%d" % sys.version_info[:2]
        stop(
            "This Python (%s) cannot make a virtual environment." % sys.executable,
            "Install the missing part (Debian, Ubuntu: apt-get install python%s-venv) and run the same again."
            % version,
        )
    if stamp and os.path.exists(python()):
        return
    say("Making .venv with Python %s of %s (pip %s)" % (platform.python_version(), sys.executable, ensurepip.version()))
    try:
        venv.create(VENV, clear=os.path.exists(STAMP) or not is_of_this_python(), with_pip=True)
    except (OSError, subprocess.CalledProcessError) as error:
        stop("No virtual environment could be made in %s: %s" % (VENV, error), "Is there room? df -h %s" % ROOT)


def is_of_this_python():
    """Return whether the .venv here runs this very Python; installing over another would mix the two."""
    try:
        version = subprocess.check_output([python(), "-c", "import sys; print(sys.version)"], stderr=subprocess.DEVNULL)  # noqa: S603  a list of words, no shell
    except (OSError, subprocess.CalledProcessError):
        return False
    return version.decode().strip() == sys.version.strip()


def install(name):
    """Install the lock with uv, and with pip where uv does not run; every file must match its hash. Return whether it is installed.

    An optional lock that cannot be installed prints that and stops nothing; the next start tries again.
    """
    lock = os.path.join(ROOT, LOCKS[name])
    pip = [python(), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--require-hashes", "-r"]
    say("Installing %s" % LOCKS[name])
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    if subprocess.call([*pip, os.path.join(ROOT, UV_LOCK)], **quiet) == 0:  # noqa: S603  a list of words, no shell
        uv = [python(), "-m", "uv", "pip", "install", "--quiet", "--python", python(), "--require-hashes", "-r", lock]
        if subprocess.call(uv, **quiet) == 0:  # noqa: S603  a list of words, no shell
            return True
        say("uv could not; installing with pip, which takes longer")
    if subprocess.call([*pip, lock]) == 0:  # noqa: S603  a list of words, no shell
        return True
    if name in OPTIONAL:
        say("%s could not be installed: the engine is not compiled and runs as Python." % LOCKS[name])
    else:
        stop(
            "The packages could not be installed (pip's words are above).",
            "Is a package index within reach, and is there room (df -h %s)? Then run the same again." % ROOT,
        )
    return False


def say(line):
    """Print a line at once."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def stop(what, then):
    """Print the problem and what to do, and exit."""
    sys.stderr.write("\nCannot go on: %s\n  -> %s\n" % (what, then))
    sys.exit(1)


if __name__ == "__main__":
    main()

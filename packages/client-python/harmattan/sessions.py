"""Where a session is kept."""

import json
import os
import tempfile
import threading
from dataclasses import asdict, dataclass, replace

_SHORTEST_SECONDS = 600


@dataclass(frozen=True)
class Session:
    pbc_key: str
    secret: str
    userid: str
    expires: int
    """Unix seconds, by the service's clock."""
    rotate_at: int
    """When the secret is to be replaced."""


def session_of(data, now):
    """Of the DATA of an operation that signs in."""
    expires = int(data["expires"])
    return Session(data["pbcKey"], data["secret"], data["userid"], expires, _rotate_at(expires, now))


def rotated(session, data, now):
    expires = int(data["expires"])
    return replace(session, secret=data["secret"], expires=expires, rotate_at=_rotate_at(expires, now))


def _rotate_at(expires, now):
    """In the middle of its life."""
    return int(now + max(_SHORTEST_SECONDS, (expires - now) // 2))


class MemorySessionStore:
    """Ends with the process."""

    def __init__(self):
        self._session = None

    def load(self):
        return self._session

    def save(self, session):
        self._session = session

    def clear(self):
        self._session = None


class FileSessionStore:
    """A file that its owner alone can read."""

    def __init__(self, path):
        self._path = os.path.abspath(path)
        self._lock = threading.Lock()

    def load(self):
        try:
            with open(self._path, encoding="utf-8") as file:
                return Session(**json.load(file))
        except FileNotFoundError:
            return None

    def save(self, session):
        with self._lock:
            handle, name = tempfile.mkstemp(dir=os.path.dirname(self._path))
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                json.dump(asdict(session), file)
            os.replace(name, self._path)

    def clear(self):
        try:
            os.remove(self._path)
        except FileNotFoundError:
            pass

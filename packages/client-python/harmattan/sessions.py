"""Where a session is kept."""

import json
import os
import tempfile
import threading
from dataclasses import asdict, dataclass, replace
from typing import Any, Mapping, Optional, Protocol

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


class SessionStore(Protocol):
    """Where a session is kept. It is read before every call, so that several clients may share one."""

    def load(self) -> Optional[Session]: ...

    def save(self, session: Session) -> None: ...

    def clear(self) -> None: ...


def session_of(data: Mapping[str, Any], now: float) -> Session:
    """Of the DATA of an operation that signs in."""
    expires = int(data["expires"])
    return Session(data["pbcKey"], data["secret"], data["userid"], expires, _rotate_at(expires, now))


def rotated(session: Session, data: Mapping[str, Any], now: float) -> Session:
    expires = int(data["expires"])
    return replace(session, secret=data["secret"], expires=expires, rotate_at=_rotate_at(expires, now))


def _rotate_at(expires: int, now: float) -> int:
    """In the middle of its life."""
    return int(now + max(_SHORTEST_SECONDS, (expires - now) // 2))


class MemorySessionStore:
    """Ends with the process."""

    def __init__(self) -> None:
        self._session: Optional[Session] = None

    def load(self) -> Optional[Session]:
        return self._session

    def save(self, session: Session) -> None:
        self._session = session

    def clear(self) -> None:
        self._session = None


class FileSessionStore:
    """A file that its owner alone can read."""

    def __init__(self, path: str) -> None:
        self._path = os.path.abspath(path)
        self._lock = threading.Lock()

    def load(self) -> Optional[Session]:
        try:
            with open(self._path, encoding="utf-8") as file:
                return Session(**json.load(file))
        except FileNotFoundError:
            return None

    def save(self, session: Session) -> None:
        with self._lock:
            handle, name = tempfile.mkstemp(dir=os.path.dirname(self._path))
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                json.dump(asdict(session), file)
            os.replace(name, self._path)

    def clear(self) -> None:
        try:
            os.remove(self._path)
        except FileNotFoundError:
            pass

"""Calls the operations of the service."""

import http.client
import json
import re
import secrets
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
from decimal import Decimal
from typing import Any, Callable, Dict, Iterator, Mapping, Optional

from .advice import advise_to_sign_in, describe_foreign, describe_silence, require_base_url, require_known
from .errors import HarmattanError
from .forms import encode_form
from .operations import OPERATIONS, Action
from .retries import delay_before_repeat, is_outcome_unknown
from .sandbox import Sandbox
from .sessions import MemorySessionStore, Session, SessionStore, rotated, session_of
from .signing import raw_body_hash, sign, string_to_sign

# IDs by which the service answers that a list has nothing, or nothing more.
_NOTHING = re.compile(r"^(no_\w+|not_found|nothing_found)$")


class HarmattanClient:
    """May be used by several threads."""

    def __init__(
        self,
        base_url: str,
        session: Optional[SessionStore] = None,
        timeout: float = 60,
        attempts: int = 5,
        first_delay: float = 0.5,
        longest_delay: float = 30,
        now: Callable[[], float] = time.time,
        sandbox_token: Optional[str] = None,
    ) -> None:
        self._base_url = require_base_url(base_url)
        self.sandbox = Sandbox(self._base_url, timeout, sandbox_token)
        self._store = session or MemorySessionStore()
        self._timeout = timeout
        self._retries = {"attempts": attempts, "first_delay": first_delay, "longest_delay": longest_delay}
        self._now = now
        self._offset = 0
        self._rotation = threading.Lock()

    def call(self, action: Action, parameters: Optional[Mapping[str, Any]] = None, idempotency_key: Optional[str] = None) -> Any:
        """Calls an operation; returns its DATA. A call that moves money gets a new key, which its repetitions keep."""
        require_known(action)
        method, effect, access, source = OPERATIONS[action].split(" ")
        given = parameters or {}
        body = json.dumps(given, default=_number).encode() if source == "body" else b""
        if effect == "money":
            idempotency_key = idempotency_key or secrets.token_hex(12)
        else:
            idempotency_key = None
        query = given if source == "query" else {}
        return self._repeated(_Call(action, method, effect, access, query, body, raw_body_hash(body), idempotency_key))

    def sign_in(self, action: Action, parameters: Mapping[str, Any]) -> Dict[str, Any]:
        """Registers or logs in, and keeps the session."""
        data = self.call(action, parameters)
        self._store.save(session_of(data, self._seconds()))
        return data

    def sign_out(self) -> None:
        """Ends the session. It is forgotten here also where the service does not answer."""
        try:
            if self._store.load():
                self.call("user_profile_logout")
        except HarmattanError as error:
            if error.id != "rqat_required":
                raise
        finally:
            self._store.clear()

    def session(self) -> Optional[Session]:
        session = self._store.load()
        return self._replace_secret() if session and self._is_due(session) else session

    def upload(
        self, content: bytes, file_name: str, content_type: str = "application/octet-stream", **fields: str
    ) -> Dict[str, Any]:
        """Uploads bytes; returns the record of the file."""
        body, body_hash, media_type = encode_form(content, file_name, content_type, fields)
        method, effect, access, _ = OPERATIONS["core_file_upload"].split(" ")
        return self._repeated(_Call("core_file_upload", method, effect, access, {}, body, body_hash, None, media_type))

    def download_headers(self, local_url: str) -> Dict[str, str]:
        """Headers with which a GET of an address that `core_file_download` gave (`localUrl`) is answered, once."""
        session = self.session()
        return self._signed_headers(session, "GET", local_url, raw_body_hash(b""), None) if session else {}

    def items(self, action: Action, parameters: Optional[Mapping[str, Any]] = None) -> Iterator[Dict[str, Any]]:
        """The items of a list, newest first, over all its pages."""
        asked = dict(parameters or {})
        while True:
            try:
                data = self.call(action, asked)
            except HarmattanError as error:
                if error.status == 404 and _NOTHING.match(error.id):
                    return
                raise
            items, following = _read_page(data)
            if "page" in asked and _is_same_again(data, asked["page"]):
                return
            yield from items
            if following is None:
                return
            asked["page"] = following

    def _repeated(self, call):
        may_be_done = False
        corrected = set()
        attempt = 1
        while True:
            session = None if call.access == "open" else self.session()
            try:
                return self._send(call, session)
            except HarmattanError as error:
                if session and self._is_corrected(error, session, corrected):
                    continue
                if error.id == "rqat_required" and error.msg != "timestamp_out_of_range" and (session or call.access == "signed"):
                    advise_to_sign_in(error, call.action, session is not None)
                may_be_done = is_outcome_unknown(call.effect, error, may_be_done)
                error.is_outcome_unknown = may_be_done
                error.idempotency_key = call.idempotency_key
                delay = delay_before_repeat(call.effect, error, attempt, **self._retries)
                if delay is None:
                    raise
            time.sleep(delay)
            attempt += 1

    def _is_corrected(self, error, session, corrected):
        """Whether the clock, or a secret that was replaced elsewhere, was the reason: once each."""
        if error.id != "rqat_required":
            return False
        reason = error.msg or ""
        if reason != "timestamp_out_of_range":
            present = self._store.load()
            if present is None or present.secret == session.secret:
                self._store.clear()
                return False
        if reason in corrected:
            return False
        corrected.add(reason)
        return True

    def _send(self, call, session):
        query = list(call.query.items())
        if call.access != "open":
            query.append(("n", secrets.token_hex(12)))
        text = urllib.parse.urlencode([(name, _text(value)) for name, value in query if value is not None], quote_via=urllib.parse.quote)
        target = f"/{call.action}?{text}" if text else f"/{call.action}"
        headers = {"Content-Type": call.media_type}
        if call.idempotency_key is not None:
            headers["Idempotency-Key"] = call.idempotency_key
        if session:
            headers.update(self._signed_headers(session, call.method, target, call.body_hash, call.idempotency_key))
        status, answered, body = self._exchange(call, target, headers)
        self._correct_clock(answered.get("SVC-SERVER-TIME"))
        return _data_of(call.action, self._base_url, status, answered, body)

    def _signed_headers(self, session, method, target, body_hash, idempotency_key):
        timestamp = self._seconds()
        signed = string_to_sign(method, target, timestamp, session.pbc_key, body_hash, idempotency_key)
        return {
            "SVC-SECUREKEY": session.pbc_key,
            "SVC-TIMESTAMP": str(timestamp),
            "SVC-REQSIGNAL": sign(session.secret, signed),
        }

    def _exchange(self, call, target, headers):
        url = self._base_url + target
        request = urllib.request.Request(url, data=call.body or None, headers=headers, method=call.method)
        try:
            with _OPENER.open(request, timeout=self._timeout) as answer:
                return answer.status, answer.headers, answer.read()
        except urllib.error.HTTPError as error:
            with error:
                return error.code, error.headers, error.read()
        except (OSError, http.client.HTTPException) as error:
            id, text = describe_silence(self._base_url, error, self._timeout)
            raise HarmattanError(call.action, 0, {"ID": id, "DETAILS": text}) from error

    def _replace_secret(self):
        with self._rotation:
            session = self._store.load()
            if not session or not self._is_due(session):
                return session
            method, _, access, _ = OPERATIONS["user_authentication"].split(" ")
            call = _Call("user_authentication", method, "read", access, {}, b"", raw_body_hash(b""), None)
            attempt = 1
            while True:
                try:
                    data = self._send(call, session)
                    break
                except HarmattanError as error:
                    # Another one may be made: the former secret is good for a minute.
                    delay = delay_before_repeat("read", error, attempt, attempts=4, first_delay=0.5, longest_delay=5)
                    if delay is None:
                        raise
                time.sleep(delay)
                attempt += 1
            session = rotated(session, data, self._seconds())
            self._store.save(session)
            return session

    def _is_due(self, session):
        return session.rotate_at <= self._seconds() < session.expires

    def _seconds(self):
        return int(self._now() + self._offset)

    def _correct_clock(self, header):
        if header and header.isdigit():
            offset = int(header) - self._now()
            self._offset = 0 if abs(offset) < 2 else offset


class _Call:
    def __init__(self, action, method, effect, access, query, body, body_hash, idempotency_key, media_type="application/json"):
        self.action = action
        self.method = method
        self.effect = effect
        self.access = access
        self.query = query
        self.body = body
        self.body_hash = body_hash
        self.idempotency_key = idempotency_key
        self.media_type = media_type


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """A signature is for one address."""

    def redirect_request(self, *_):
        return None


_OPENER = urllib.request.build_opener(_NoRedirect)


def _number(value):
    if isinstance(value, Decimal):
        return int(value) if value == value.to_integral_value() else float(value)
    raise TypeError(f"{type(value).__name__} is no value of a parameter")


def _text(value):
    if isinstance(value, Decimal):
        return format(value, "f")
    return str(value).lower() if isinstance(value, bool) else str(value)


def _data_of(action, base_url, status, headers, body):
    try:
        envelope = json.loads(body, parse_float=Decimal)
        if envelope["REQUEST"]["STATUS"] == "OK":
            return envelope["DATA"]
        errors = envelope["ERRORS"]
    except (ValueError, KeyError, TypeError):
        errors = {"ID": "not_an_envelope", "DETAILS": describe_foreign(base_url, status, body)}
    retry_after = headers.get("Retry-After", "")
    raise HarmattanError(action, status, errors, int(retry_after) if retry_after.isdigit() else None)


def _is_same_again(data, page):
    """Whether a plain list does not know of pages, and was answered from its beginning once more."""
    return isinstance(data, list) and bool(data) and int(data[0].get("recorded", 0)) >= int(page)


def _read_page(data):
    if isinstance(data, list):
        return data, data[-1].get("recorded") if data else None
    if "result" not in data or "pagination" not in data:
        return [data], None
    pagination = data["pagination"]
    if isinstance(pagination, dict):
        return data["result"], pagination["page"] + 1 if pagination["page"] < pagination["pages"] else None
    return data["result"], pagination or None

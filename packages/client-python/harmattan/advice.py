"""Sentences that say what to do about what programs get wrong."""

import difflib
import re
import socket

from .errors import HarmattanError
from .operations import OPERATIONS


def require_known(action):
    """Raises HarmattanError `unknown_operation`."""
    if action in OPERATIONS:
        return
    nearest = difflib.get_close_matches(str(action), OPERATIONS, 1)
    hint = f'Did you mean "{nearest[0]}"? ' if nearest else ""
    text = f'There is no operation "{action}". {hint}/docs of the service lists all.'
    raise HarmattanError(action, 0, {"ID": "unknown_operation", "DETAILS": text})


def require_base_url(given):
    """The address without its last slash. Raises ValueError where it is not the address of a service."""
    example = 'such as "http://127.0.0.1:3000"'
    if not isinstance(given, str) or not given:
        raise ValueError(f"base_url is {given!r}: give the address of the service, {example}")
    if not re.match(r"https?://", given, re.IGNORECASE):
        named = re.fullmatch(r"[a-z0-9.-]+(:\d+)?/?", given, re.IGNORECASE)
        better = f'"http://{given}"' if named else f"it {example}"
        raise ValueError(f'base_url is "{given}", without http:// or https://: write {better}')
    if not re.fullmatch(r"https?://[^/?#\s]+(/[^?#\s]*)?", given, re.IGNORECASE):
        raise ValueError(f'base_url is "{given}": write it without a query, {example}')
    return given.rstrip("/")


def advise_to_sign_in(error, action, had_session):
    operation = "control_staff_profile_login" if action.startswith("control_") else "user_profile_login"
    sign_in = f'sign_in("{operation}", ...)'
    if had_session:
        text = f"The session has ended, or its secret was replaced elsewhere: sign in again by {sign_in}"
    else:
        text = f"{action} needs a session, and this client has none: sign in first by {sign_in}"
    error.args = (text,)


def describe_silence(base_url, error, timeout):
    """ID and text of a request without an answer."""
    reason = getattr(error, "reason", error)
    if isinstance(reason, (ConnectionRefusedError, socket.gaierror)):
        return "unreachable", f"Nothing answers at {base_url} ({reason}): is the service running there?"
    if isinstance(reason, TimeoutError):
        return "no_answer", f"The service did not answer within {timeout} s"
    if "WRONG_VERSION_NUMBER" in str(reason) or "RECORD_LAYER_FAILURE" in str(reason):
        return "no_answer", f"{base_url} does not speak https: write http:// in base_url, or ask the port of https"
    return "no_answer", f"{base_url} did not answer ({reason or type(reason).__name__})"


def describe_foreign(base_url, status, body):
    """Of something between here and the service, or in its place."""
    beginning = " ".join(body.decode(errors="replace").split())[:80]
    what = f'"{beginning}"' if beginning else "nothing"
    return f"HTTP {status} and {what}, which is not an answer of the service: is it at {base_url}, and what is before it?"

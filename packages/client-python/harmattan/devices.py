"""Confirms payments by a key of this machine, where the service asks for it (STRONG_PAYMENTS)."""

import base64
import hashlib
import hmac
import secrets
from typing import Any, Callable, Dict, Mapping, Optional, Tuple

from .client import HarmattanClient

Signer = Callable[[Mapping[str, Any]], str]
"""Looks at the challenge, signs its ``text`` and gives the signature in base64url. Raises where the payment is not agreed to."""

_P = 0xFFFFFFFF00000001000000000000000000000000FFFFFFFFFFFFFFFFFFFFFFFF
_N = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
_G = (
    0x6B17D1F2E12C4247F8BCE6E563A440F277037D812DEB33A0F4A13945D898C296,
    0x4FE342E2FE1A7F9B8EE7EB4A7C0F9E162BCE33576B315ECECBB6406837BF51F5,
)
_SPKI = bytes.fromhex("3059301306072a8648ce3d020106082a8648ce3d030107034200")
_Point = Optional[Tuple[int, int]]


def _add(one: _Point, other: _Point) -> _Point:
    if one is None or other is None:
        return one or other
    (x1, y1), (x2, y2) = one, other
    if x1 == x2 and (y1 + y2) % _P == 0:
        return None
    if one == other:
        slope = (3 * x1 * x1 - 3) * pow(2 * y1, -1, _P) % _P
    else:
        slope = (y2 - y1) * pow(x2 - x1, -1, _P) % _P
    x3 = (slope * slope - x1 - x2) % _P
    return x3, (slope * (x1 - x3) - y1) % _P


def _times(factor: int, point: _Point) -> _Point:
    """Of both sums in each step one is used, so that the steps are as many for each key."""
    low: _Point = None
    high = point
    for bit in range(_N.bit_length() - 1, -1, -1):
        both = _add(low, high)
        if factor >> bit & 1:
            low, high = both, _add(high, high)
        else:
            low, high = _add(low, low), both
    return low


def _nonces(secret: int, digest: bytes):
    """RFC 6979, with SHA-256."""
    value, key = b"\x01" * 32, b"\x00" * 32
    seed = secret.to_bytes(32, "big") + (int.from_bytes(digest, "big") % _N).to_bytes(32, "big")
    for mark in (b"\x00", b"\x01"):
        key = hmac.new(key, value + mark + seed, hashlib.sha256).digest()
        value = hmac.new(key, value, hashlib.sha256).digest()
    while True:
        value = hmac.new(key, value, hashlib.sha256).digest()
        nonce = int.from_bytes(value, "big")
        if 0 < nonce < _N:
            yield nonce
        key = hmac.new(key, value + b"\x00", hashlib.sha256).digest()
        value = hmac.new(key, value, hashlib.sha256).digest()


def _base64url(content: bytes) -> str:
    return base64.urlsafe_b64encode(content).rstrip(b"=").decode()


class AppKey:
    """A P-256 key. Keep ``secret`` as you keep a password; a key in an HSM signs by a ``Signer`` of your own."""

    def __init__(self, secret: Optional[str] = None) -> None:
        self._number = int(secret, 16) if secret else secrets.randbelow(_N - 1) + 1
        if not 0 < self._number < _N:
            raise ValueError("the secret is no key of P-256")

    @property
    def secret(self) -> str:
        return f"{self._number:064x}"

    @property
    def public(self) -> str:
        """SPKI in base64url, as ``user_device_bind`` takes it."""
        point = _times(self._number, _G)
        assert point is not None
        return _base64url(_SPKI + b"\x04" + point[0].to_bytes(32, "big") + point[1].to_bytes(32, "big"))

    def sign(self, text: str) -> str:
        """ECDSA with SHA-256: r and s, in base64url."""
        digest = hashlib.sha256(text.encode()).digest()
        for nonce in _nonces(self._number, digest):
            point = _times(nonce, _G)
            assert point is not None
            r = point[0] % _N
            s = pow(nonce, -1, _N) * (int.from_bytes(digest, "big") + r * self._number) % _N
            if r and s:
                return _base64url(r.to_bytes(32, "big") + s.to_bytes(32, "big"))
        raise AssertionError("there is always another nonce")

    def __call__(self, challenge: Mapping[str, Any]) -> str:
        return self.sign(challenge["text"])


def bind_device(
    client: HarmattanClient,
    key: AppKey,
    name: str,
    password: str,
    mailed_code: Callable[[], str] = lambda: input("The code that we mailed to you: "),
) -> str:
    """Binds this key in the place of the device before. ``mailed_code`` is called from the second device on. Returns the marker."""
    offer = client.call("user_device_bind_begin", {"kind": "appkey"})
    given: Dict[str, Any] = {"kind": "appkey", "name": name, "pswd": password, "key": key.public, "signature": key.sign(offer["text"])}
    if offer["code"]:
        given["code"] = mailed_code()
    return client.call("user_device_bind", given)["MKID"]


def confirm_payment(
    client: HarmattanClient, action: str, order: Mapping[str, Any], sign: Signer, idempotency_key: Optional[str] = None
) -> Any:
    """Has the bound key confirm a payment, and pays. Nothing was paid where ``sign`` raises."""
    confirmation = sign(client.call("user_payment_challenge", {"action": action, **order}))
    return client.call(action, {**order, "confirmation": confirmation}, idempotency_key=idempotency_key)

"""SVC1: requests signed under the secret of a session."""

import hashlib
import hmac


def string_to_sign(method, target, timestamp, pbc_key, body_hash, idempotency_key=None):
    lines = ["SVC1-HMAC-SHA512", method, target, str(timestamp), pbc_key, body_hash]
    if idempotency_key is not None:
        lines.append(idempotency_key)
    return "\n".join(lines)


def sign(secret, text):
    return hmac.new(secret.encode(), text.encode(), hashlib.sha512).hexdigest()


def raw_body_hash(body):
    return "raw:" + hashlib.sha512(body).hexdigest()


def form_body_hash(parts):
    """Of `(is_file, name, content)`: a line for each part, sorted by the values of its bytes."""
    lines = sorted(
        f"{'f' if is_file else 'v'}:{name}:{hashlib.sha512(content).hexdigest()}\n".encode() for is_file, name, content in parts
    )
    return "mp1:" + hashlib.sha512(b"".join(lines)).hexdigest()

"""multipart/form-data, with the hash of its parts."""

import secrets

from .signing import form_body_hash


def encode_form(content, file_name, content_type, fields):
    boundary = f"----harmattan{secrets.token_hex(12)}"
    values = [(name, str(value).encode()) for name, value in fields.items() if value is not None]
    chunks = []
    for name, value in values:
        chunks += [f'--{boundary}\r\nContent-Disposition: form-data; name="{_quoted(name)}"\r\n\r\n'.encode(), value, b"\r\n"]
    disposition = f'Content-Disposition: form-data; name="file"; filename="{_quoted(file_name)}"'
    chunks += [f"--{boundary}\r\n{disposition}\r\nContent-Type: {content_type}\r\n\r\n".encode(), content]
    chunks.append(f"\r\n--{boundary}--\r\n".encode())
    parts = [(False, name, value) for name, value in values] + [(True, "file", content)]
    return b"".join(chunks), form_body_hash(parts), f"multipart/form-data; boundary={boundary}"


def _quoted(text):
    return text.replace("\r", "%0D").replace("\n", "%0A").replace('"', "%22")

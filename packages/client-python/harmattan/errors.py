"""Failed calls."""

import re
from typing import Any, Mapping, Optional

_DETAILS = re.compile(r"^(.*) \(([0-9A-Z]{8})\)$", re.DOTALL)


class HarmattanError(Exception):
    """A failed call. `id` is for programs, the message is for people.

    IDs of this package: `no_answer` within the time or at all, `unreachable` before anything was sent, `not_an_envelope` of
    something between here and the service, `unknown_operation` to this version, `sandbox_refused` by the sandbox.
    """

    def __init__(self, action: str, status: int, errors: Mapping[str, Any], retry_after: Optional[int] = None) -> None:
        details = errors.get("DETAILS", "Without details")
        found = _DETAILS.match(details)
        super().__init__(found.group(1) if found else details)
        self.action = action
        self.id = errors.get("ID", "")
        self.code = errors.get("CODE")
        self.msg = errors.get("MSG")
        self.status = status
        self.reference = found.group(2) if found else None
        self.retry_after = retry_after
        # Of a refused signature, in the sandbox only: `reason`, `text` and `signed`, the text that the service signed.
        self.explanation: Optional[Mapping[str, str]] = errors.get("EXPLANATION")
        self.idempotency_key: Optional[str] = None
        self.is_outcome_unknown = False

    def __repr__(self) -> str:
        return f"HarmattanError({self.action}, {self.status}, {self.id!r}, {str(self)!r}, reference={self.reference!r})"

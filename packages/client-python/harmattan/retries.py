"""What may be sent again: nothing happens twice by a read, or by money under its key."""

import random

_PASSING = (502, 503, 504)
# Of the session, of a limit, or of a network's sign-in page: about the attempt, not about what an earlier one did.
_NO_DECISION = (401, 403, 429)


def delay_before_repeat(effect, error, attempt, attempts, first_delay, longest_delay):
    """Seconds, or None where the call must not be sent again, or has been often enough."""
    if attempt >= attempts or not _may_repeat(effect, error):
        return None
    own = min(longest_delay, first_delay * 2 ** (attempt - 1)) * (0.5 + random.random() / 2)
    delay = max(own, error.retry_after or 0)
    return delay if delay <= longest_delay else None


def is_outcome_unknown(effect, error, may_be_done):
    """Whether a writing call may have been done. `may_be_done`: by an earlier attempt."""
    if effect == "read":
        return False
    if _is_undone(error) or error.status in _NO_DECISION:
        return may_be_done
    return error.status == 0 or error.status >= 500 or error.id in ("idempotency_in_progress", "not_an_envelope")


def _may_repeat(effect, error):
    if _is_undone(error):
        return True
    if effect == "write":
        return False
    return error.id == "idempotency_in_progress" or error.status == 0 or error.status in _PASSING


def _is_undone(error):
    """Not sent, over the limit, or the service was too busy to begin."""
    return error.id in ("unreachable", "too_many_requests") or (error.status == 503 and error.id == "busy")

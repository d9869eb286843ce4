import { Failure } from '../../kernel/failure.js';
import { edgeFailures } from './edge.failures.js';
import type { Session, SessionDirectory } from './session-directory.js';
import { headersFit, rawBodyHash, signatureFits, stringToSign } from './signature.js';
import type { WireRequest } from './wire.js';

/** A request whose signature was verified. */
export interface Authenticated {
  readonly session: Session;
  readonly signature: string;
  readonly idempotencyKey: string | undefined;
}

/** Signs when there is no session, so that an unknown key takes as long as a wrong signature. */
const NOBODY = 'no such session';

/**
 * Verifies the three signed headers (SVC1) against the session of the public key.
 *
 * @param bodyHash  the BODYHASH of the request; by default that of its raw bytes
 * @throws Failure `edge.stale` when the clock is too far off, `edge.unauthenticated` for everything else
 */
export async function authenticate(
  request: WireRequest,
  sessions: SessionDirectory,
  clock: { nowMs: number; toleranceSeconds: number },
  bodyHash: string = rawBodyHash(request.body),
): Promise<Authenticated> {
  const publicKey = single(request.headers['svc-securekey']);
  const timestamp = single(request.headers['svc-timestamp']);
  const signature = single(request.headers['svc-reqsignal']);
  if (!headersFit(publicKey, timestamp, signature)) throw new Failure(edgeFailures.unauthenticated);
  if (Math.abs(clock.nowMs / 1000 - Number(timestamp)) > clock.toleranceSeconds) throw new Failure(edgeFailures.stale);

  const found = sessions.find(publicKey!);
  const session = found instanceof Promise ? await found : found;
  const idempotencyKey = single(request.headers['idempotency-key']);
  const text = stringToSign({
    method: request.method,
    target: request.target,
    timestamp: timestamp!,
    publicKey: publicKey!,
    bodyHash,
    idempotencyKey,
  });
  if (!isSigned(session, text, signature!, clock.nowMs) || !session) throw new Failure(edgeFailures.unauthenticated);
  return { session, signature: signature!, idempotencyKey };
}

/** Whether one of the session's present secrets signed the text. */
function isSigned(session: Session | undefined, text: string, signature: string, nowMs: number): boolean {
  let isTried = false;
  for (const { secret, validUntilMs } of session?.secrets ?? []) {
    if (validUntilMs <= nowMs) continue;
    if (signatureFits(secret, text, signature)) return true;
    isTried = true;
  }
  if (!isTried) signatureFits(NOBODY, text, signature);
  return false;
}

/** A header that was sent once. */
function single(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value.join(', ') : value;
}

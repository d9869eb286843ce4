import type { Explanation } from '../../kernel/failure.js';
import { isPublicKey, signatureFits, type SignedParts, stringToSign } from './signature.js';
import { mistakenKeys, usualMistakes } from './signature-mistakes.js';
import type { Session } from './session-directory.js';

interface GivenHeaders {
  readonly publicKey: string | undefined;
  readonly timestamp: string | undefined;
  readonly signature: string | undefined;
}

export function explainHeaders({ publicKey, timestamp, signature }: GivenHeaders): Explanation {
  const named = Object.entries({ 'SVC-SECUREKEY': publicKey, 'SVC-TIMESTAMP': timestamp, 'SVC-REQSIGNAL': signature });
  const missing = named.filter(([, value]) => !value).map(([name]) => name);
  if (missing.length > 0) {
    const text = `${missing.join(' and ')} ${missing.length > 1 ? 'are' : 'is'} missing: a signed request has all three headers`;
    return { reason: 'header_missing', text };
  }
  const repeated = named.find(([, value]) => value!.includes(', '));
  if (repeated) return { reason: 'header_repeated', text: `${repeated[0]} was sent twice` };
  return { reason: 'header_malformed', text: wrongForm(publicKey!, timestamp!, signature!) };
}

function wrongForm(publicKey: string, timestamp: string, signature: string): string {
  if (!isPublicKey(publicKey)) return 'SVC-SECUREKEY is not a public key: it is the pbcKey that login or registration answered';
  if (/^[0-9]{13}$/.test(timestamp)) return 'SVC-TIMESTAMP is in milliseconds: it is unix seconds, ten digits';
  if (!/^[1-9][0-9]{9}$/.test(timestamp)) return 'SVC-TIMESTAMP is not a time in unix seconds, ten digits';
  const wanted = 'it is the HMAC-SHA512 as 128 digits of lower-case hex';
  if (/^[0-9a-f]{128}$/i.test(signature)) return `SVC-REQSIGNAL has upper-case letters: ${wanted}`;
  if (/^[0-9a-f]{64}$/i.test(signature)) return `SVC-REQSIGNAL is as long as an HMAC-SHA-256: ${wanted}`;
  if (/^[\w+/-]{86}(==)?$/.test(signature)) return `SVC-REQSIGNAL looks like base64: ${wanted}`;
  return `SVC-REQSIGNAL is not a signature: ${wanted}`;
}

/** @param ahead seconds of the request before the service, below 0 behind it */
export function explainTime(ahead: number, tolerance: number): Explanation {
  const off = `${Math.abs(Math.round(ahead))} seconds ${ahead > 0 ? 'ahead of' : 'behind'}`;
  const text = `SVC-TIMESTAMP is ${off} the service, and may be ${tolerance}: take the time of the header SVC-SERVER-TIME`;
  return { reason: 'timestamp_out_of_range', text };
}

interface Refused {
  readonly session: Session | undefined;
  readonly parts: SignedParts;
  readonly signature: string;
  /** Whether an earlier secret of the session signed it. */
  readonly isReplaced: boolean;
  readonly nowMs: number;
  /** Undefined for a form. */
  readonly body: Buffer | undefined;
  readonly host: string;
}

/** The text that was signed instead of the right one, if it is a usual mistake. */
export function explainSignature({ session, parts, signature, isReplaced, nowMs, body, host }: Refused): Explanation {
  const signed = stringToSign(parts);
  if (!session) {
    const text = 'There is no session with this public key: it has ended, or is of another installation; log in again';
    return { reason: 'unknown_key', text, signed };
  }
  const expired = session.secrets.filter(({ validUntilMs }) => validUntilMs <= nowMs);
  if (isReplaced || expired.some(({ secret }) => signatureFits(secret, signed, signature)))
    return { reason: 'secret', text: 'It was signed with a secret that has been replaced or has expired: log in again', signed };
  const valid = session.secrets.filter(({ validUntilMs }) => validUntilMs > nowMs);
  for (const { secret } of valid) {
    const mistake = [...usualMistakes({ parts, body, host })].find((one) => signatureFits(secret, one.signed, signature));
    if (mistake) return { reason: mistake.reason, text: mistake.text, signed };
    const key = mistakenKeys(secret, parts.publicKey).find(([other]) => signatureFits(other, signed, signature));
    if (key) return { reason: 'secret', text: key[1], signed };
  }
  const text =
    'Neither this text nor one with a usual mistake was signed with the secret of this session: compare the text with yours; where both are the same, the secret is another, so log in again';
  return { reason: 'signature', text, signed };
}

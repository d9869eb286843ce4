import { randomBytes } from 'node:crypto';
import { MINUTE_MS } from '../../../../kernel/clock.js';

export const PASSKEYS_AT_MOST = 10;
export const CHALLENGE_MS = 5 * MINUTE_MS;
/** How a browser reaches an authenticator, in the words of WebAuthn. */
export const TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const;
export type Transport = (typeof TRANSPORTS)[number];

/** What an authenticator made. Texts are base64url, as in the JSON of WebAuthn. */
export interface PasskeyCredential {
  readonly credentialId: string;
  /** COSE. */
  readonly publicKey: string;
  readonly signCount: number;
  readonly transports: readonly Transport[];
}

export interface Passkey extends PasskeyCredential {
  readonly id: string;
  readonly userId: string;
  readonly name: string;
  readonly usedAt: number | undefined;
  readonly createdAt: number;
}

/** What for: the answer to a challenge of one purpose is worth nothing for the other. */
export type ChallengePurpose = 'create' | 'login';

/** Base64url. */
export function drawChallenge(): string {
  return randomBytes(32).toString('base64url');
}

/** The challenge that a browser says it has answered. @param clientData base64url of JSON */
export function challengeIn(clientData: string): string | undefined {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientData, 'base64url').toString()) as { challenge?: unknown };
    return typeof challenge === 'string' ? challenge : undefined;
  } catch {
    return undefined;
  }
}

/** Not beyond the last one: the key was copied, and both copies count. Authenticators that do not count say 0 for ever. */
export function isCounterBehind(before: number, after: number): boolean {
  return (before > 0 || after > 0) && after <= before;
}

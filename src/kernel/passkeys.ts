import { isLoopback } from './addresses.js';
import { MINUTE_MS } from './clock.js';

/** By what browsers know the service: a passkey is for the name, and answers at the origins alone. */
export interface RelyingParty {
  readonly id: string;
  readonly origins: readonly string[];
}

/** WebAuthn takes names and no addresses, so that this machine is `localhost` whatever it is called. */
export function relyingPartyOf(publicUrl: string): RelyingParty {
  const url = new URL(publicUrl);
  if (isLoopback(url.hostname.replaceAll(/[[\]]/g, ''))) url.hostname = 'localhost';
  return { id: url.hostname, origins: [url.origin] };
}

/** How long a browser waits for its user. */
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

/** Names a credential to a browser. */
export interface CredentialDescriptor {
  readonly id: string;
  readonly transports: readonly Transport[];
}

/** What a browser makes a passkey by; names and values are those of WebAuthn. */
export interface CreationOptions {
  readonly rp: { readonly id: string; readonly name: string };
  readonly user: { readonly id: string; readonly name: string; readonly displayName: string };
  readonly challenge: string;
  readonly algorithms: readonly number[];
  readonly timeoutMs: number;
  readonly exclude: readonly CredentialDescriptor[];
}

/** What a browser asks for a passkey by. */
export interface RequestOptions {
  readonly rpId: string;
  readonly challenge: string;
  readonly timeoutMs: number;
  readonly allow: readonly CredentialDescriptor[];
}

/** Base64url each, as a browser gives them. */
export interface Attestation {
  readonly credentialId: string;
  readonly clientData: string;
  readonly attestation: string;
  readonly transports: readonly Transport[];
}

export interface Assertion {
  readonly credentialId: string;
  readonly clientData: string;
  readonly authenticatorData: string;
  readonly signature: string;
}

/** The two ceremonies of WebAuthn. User verification is required in both, and only our own origin counts. */
export abstract class PasskeyCeremonies {
  abstract creation(user: CreationOptions['user'], challenge: string, existing: readonly PasskeyCredential[]): CreationOptions;
  abstract request(challenge: string, passkeys: readonly PasskeyCredential[]): RequestOptions;
  /** Undefined where it is not what an authenticator answers to this challenge here. */
  abstract verifyCreation(attestation: Attestation, challenge: string): Promise<PasskeyCredential | undefined>;
  /** The count of the authenticator, whatever it was before; undefined as above. */
  abstract verifyAssertion(assertion: Assertion, challenge: string, passkey: PasskeyCredential): Promise<number | undefined>;
}

import type { ChallengePurpose, Passkey, PasskeyCredential, Transport } from '../domain/passkey.js';

export abstract class Passkeys {
  /** Newest first. One that was changed in the database is left out. */
  abstract list(userId: string): Promise<Passkey[]>;
  abstract find(userId: string, credentialId: string): Promise<Passkey | undefined>;
  /** In the caller's unit of work. @throws Failure `staff.passkey_exists` for a credential that somebody has */
  abstract add(passkey: Passkey): Promise<void>;
  /** In the caller's unit of work, with the count that follows `passkey.signCount`. False where it was used or removed meanwhile. */
  abstract use(passkey: Passkey, signCount: number, now: number): Promise<boolean>;
  /** In the caller's unit of work. False where there is no such passkey of the user. */
  abstract remove(userId: string, id: string): Promise<boolean>;
  /** In the caller's unit of work; open challenges end with them. */
  abstract removeAll(userId: string): Promise<void>;
}

/** Each is good once, for one account and purpose, and for five minutes. */
export abstract class PasskeyChallenges {
  /** @returns base64url */
  abstract draw(userId: string, purpose: ChallengePurpose): Promise<string>;
  /** Uses it up, over all processes. False where it was used, has expired, or is another account's or purpose's. */
  abstract take(challenge: string, userId: string, purpose: ChallengePurpose): Promise<boolean>;
  /** Removes at most `limit` that expired before; returns how many. */
  abstract removeExpired(before: number, limit: number): Promise<number>;
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
  abstract creation(user: CreationOptions['user'], challenge: string, existing: readonly Passkey[]): CreationOptions;
  abstract request(challenge: string, passkeys: readonly Passkey[]): RequestOptions;
  /** Undefined where it is not what an authenticator answers to this challenge here. */
  abstract verifyCreation(attestation: Attestation, challenge: string): Promise<PasskeyCredential | undefined>;
  /** The count of the authenticator, whatever it was before; undefined as above. */
  abstract verifyAssertion(assertion: Assertion, challenge: string, passkey: Passkey): Promise<number | undefined>;
}

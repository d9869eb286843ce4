import type { AttestationObject } from '@simplewebauthn/server/helpers';
import {
  type Assertion,
  type Attestation,
  CHALLENGE_MS,
  type CreationOptions,
  PasskeyCeremonies,
  type PasskeyCredential,
  type RelyingParty,
  type RequestOptions,
} from '../../kernel/passkeys.js';

const NAME = 'Harmattan';
/** EdDSA, ES256 and RS256, the one that an authenticator likes best first. */
const ALGORITHMS = [-8, -7, -257];

/** Its library is loaded when the first passkey is verified: most processes never see one. */
export class SimpleWebAuthnCeremonies extends PasskeyCeremonies {
  constructor(private readonly relyingParty: RelyingParty) {
    super();
  }

  creation(user: CreationOptions['user'], challenge: string, existing: readonly PasskeyCredential[]): CreationOptions {
    const { id } = this.relyingParty;
    const exclude = existing.map(descriptorOf);
    return { rp: { id, name: NAME }, user, challenge, algorithms: ALGORITHMS, timeoutMs: CHALLENGE_MS, exclude };
  }

  request(challenge: string, passkeys: readonly PasskeyCredential[]): RequestOptions {
    return { rpId: this.relyingParty.id, challenge, timeoutMs: CHALLENGE_MS, allow: passkeys.map(descriptorOf) };
  }

  async verifyCreation(given: Attestation, challenge: string): Promise<PasskeyCredential | undefined> {
    const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
    const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers');
    const { credentialId, clientData: clientDataJSON, attestation: attestationObject, transports } = given;
    return orNothing(async () => {
      if (hasCertificates(decodeAttestationObject(bytesOf(attestationObject)))) return undefined;
      const { verified, registrationInfo } = await verifyRegistrationResponse({
        response: responseOf(credentialId, { clientDataJSON, attestationObject }),
        ...this.expected(challenge),
        supportedAlgorithmIDs: ALGORITHMS,
      });
      if (!verified || registrationInfo.credential.id !== credentialId) return undefined;
      const { publicKey, counter: signCount } = registrationInfo.credential;
      return { credentialId, publicKey: Buffer.from(publicKey).toString('base64url'), signCount, transports };
    });
  }

  async verifyAssertion(given: Assertion, challenge: string, passkey: PasskeyCredential): Promise<number | undefined> {
    const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
    const { credentialId, clientData: clientDataJSON, authenticatorData, signature } = given;
    return orNothing(async () => {
      const { verified, authenticationInfo } = await verifyAuthenticationResponse({
        response: responseOf(credentialId, { clientDataJSON, authenticatorData, signature }),
        ...this.expected(challenge),
        // Always 0, because the library would refuse a count that is behind like a wrong signature.
        credential: { id: passkey.credentialId, publicKey: bytesOf(passkey.publicKey), counter: 0 },
      });
      return verified ? authenticationInfo.newCounter : undefined;
    });
  }

  private expected(expectedChallenge: string) {
    const { id: expectedRPID, origins } = this.relyingParty;
    return { expectedChallenge, expectedOrigin: [...origins], expectedRPID, requireUserVerification: true };
  }
}

function descriptorOf({ credentialId: id, transports }: PasskeyCredential) {
  return { id, transports };
}

function responseOf<Response extends object>(id: string, response: Response) {
  return { id, rawId: id, type: 'public-key' as const, response, clientExtensionResults: {} };
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(text, 'base64url'));
}

/** None were asked for, and verifying them would call addresses that are in them. */
function hasCertificates(attestation: AttestationObject): boolean {
  const format = attestation.get('fmt');
  return format !== 'none' && (format !== 'packed' || attestation.get('attStmt').get('x5c') !== undefined);
}

/** The library throws for faults and for unreadable input. */
async function orNothing<Verified>(verify: () => Promise<Verified | undefined>): Promise<Verified | undefined> {
  try {
    return await verify();
  } catch {
    return undefined;
  }
}

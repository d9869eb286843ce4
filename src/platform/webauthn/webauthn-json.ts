import type { CreationOptions, CredentialDescriptor, RequestOptions } from '../../kernel/passkeys.js';

/** As `PublicKeyCredential.parseCreationOptionsFromJSON` takes it. */
export function presentCreationOptions({ rp, user, challenge, algorithms, timeoutMs, exclude }: CreationOptions) {
  return {
    rp,
    user: { ...user, id: Buffer.from(user.id).toString('base64url') },
    challenge,
    pubKeyCredParams: algorithms.map((alg) => ({ type: PUBLIC_KEY, alg })),
    timeout: timeoutMs,
    excludeCredentials: exclude.map(presentDescriptor),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
    attestation: 'none',
  };
}

/** As `PublicKeyCredential.parseRequestOptionsFromJSON` takes it. */
export function presentRequestOptions({ rpId, challenge, timeoutMs, allow }: RequestOptions) {
  return {
    rpId,
    challenge,
    timeout: timeoutMs,
    allowCredentials: allow.map(presentDescriptor),
    userVerification: 'required',
  };
}

const PUBLIC_KEY = 'public-key';

function presentDescriptor({ id, transports }: CredentialDescriptor) {
  return { id, type: PUBLIC_KEY, transports };
}

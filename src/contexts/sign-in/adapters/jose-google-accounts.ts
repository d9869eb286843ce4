import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { createRemoteJWKSet, errors, type JWTPayload, jwtVerify, type JWTVerifyGetKey } from 'jose';
import { Failure } from '../../../kernel/failure.js';
import { toPersonName } from '../../../kernel/person-name.js';
import { type GoogleAccount, GoogleAccounts } from '../accounts.js';
import { signInFailures } from '../failures.js';
import { SignInEnvironment } from '../sign-in.settings.js';

const TIMEOUT_MS = 5_000;
/** OpenID Connect's own limit. */
const MAX_SUB_LENGTH = 255;
const MAX_NAME_LENGTH = 255;
/** Used where neither claim nor address has a name. */
const NAMELESS = 'User';

/** Verifies ID tokens against the issuer's cached keys. */
@Injectable()
export class JoseGoogleAccounts extends GoogleAccounts {
  private readonly keys: JWTVerifyGetKey;

  constructor(private readonly settings: SignInEnvironment) {
    super();
    this.keys = createRemoteJWKSet(new URL(settings.google.jwksUrl), { timeoutDuration: TIMEOUT_MS });
  }

  async read(idToken: string, nonce: string | undefined): Promise<GoogleAccount> {
    const { clientIds, issuer } = this.settings.google;
    if (clientIds.length === 0) throw new Failure(signInFailures.google_off);
    const payload = await this.verify(idToken, clientIds, issuer);
    if (nonce !== undefined && payload['nonce'] !== nonce) throw new Failure(signInFailures.google_refused);
    return toAccount(payload, digestOf(idToken));
  }

  private async verify(idToken: string, clientIds: readonly string[], issuer: string): Promise<JWTPayload> {
    try {
      const { payload } = await jwtVerify(idToken, this.keys, {
        // Google writes its issuer with and without the scheme.
        issuer: [issuer, issuer.replace(/^https:\/\//, '')],
        audience: [...clientIds],
        algorithms: ['RS256', 'ES256'],
        requiredClaims: ['exp', 'sub', 'email'],
      });
      return payload;
    } catch (cause) {
      throw new Failure(isInvalidToken(cause) ? signInFailures.google_refused : signInFailures.google_unreachable, { cause });
    }
  }
}

/** False where the keys could not be read. */
function isInvalidToken(error: unknown): boolean {
  if (!(error instanceof errors.JOSEError)) return false;
  const isKeySetUnavailable =
    error instanceof errors.JWKSTimeout || error instanceof errors.JWKSInvalid || error.code === 'ERR_JOSE_GENERIC';
  return !isKeySetUnavailable;
}

/** Leaves out the signature, which can be written in several ways. */
function digestOf(idToken: string): string {
  return createHash('sha256')
    .update(idToken.slice(0, idToken.lastIndexOf('.')))
    .digest('base64url');
}

function toAccount(payload: JWTPayload, tokenDigest: string): GoogleAccount {
  const { sub, email, email_verified: isVerified } = payload;
  if (typeof sub !== 'string' || sub === '' || sub.length > MAX_SUB_LENGTH) throw new Failure(signInFailures.google_refused);
  if (typeof email !== 'string' || !email.includes('@') || (isVerified !== true && isVerified !== 'true')) {
    throw new Failure(signInFailures.google_refused);
  }
  const name = nameIn(payload['name']) || nameIn(email.slice(0, email.indexOf('@'))) || NAMELESS;
  return {
    sub,
    email: email.toLowerCase(),
    firstName: nameIn(payload['given_name']) || name,
    lastName: nameIn(payload['family_name']),
    tokenDigest,
    tokenExpires: Math.ceil(payload.exp! * 1000),
  };
}

function nameIn(claim: unknown): string {
  return typeof claim === 'string' ? toPersonName(claim.slice(0, MAX_NAME_LENGTH)) : '';
}

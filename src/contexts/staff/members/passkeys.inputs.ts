import { Choices, Code, Email, Optional, Password, Text } from '../../../platform/http/input.decorators.js';
import type { SignInContext } from '../../sign-in/index.js';
import type { Assertion, Attestation } from './application/passkey-ports.js';
import { type Transport, TRANSPORTS } from './domain/passkey.js';

const CODE = { max: 16 };

/** A part of what a browser answers. */
function Base64Url(max: number): PropertyDecorator {
  const form = `base64url without padding, at most ${max.toLocaleString('en')} characters`;
  return Text({ max, pattern: /^[\w-]+$/, form });
}

export class PasskeyOptionsInput {
  @Code(CODE) pinc: string;
}

export class PasskeyCreateInput {
  @Text({ max: 64 }) name: string;
  @Base64Url(700) credential: string;
  @Base64Url(4_000) client_data: string;
  @Base64Url(8_000) attestation: string;
  /** WebAuthn has those ignored that are not known. */
  @Optional() @Choices(TRANSPORTS, { ignoresOthers: true }) transports?: Transport[];

  get given(): Attestation {
    return {
      credentialId: this.credential,
      clientData: this.client_data,
      attestation: this.attestation,
      transports: this.transports ?? [],
    };
  }
}

export class PasskeyRemoveInput {
  @Text() reqv: string;
  @Code(CODE) pinc: string;
}

export class PasskeyLoginOptionsInput {
  @Email() emal: string;
  @Password() pswd: string;
  @Text() dvty: string;
  @Text() dsnm: string;
  @Optional() @Text() dvnm?: string;

  context(ip: string): SignInContext {
    return contextOf(this, ip);
  }
}

export class PasskeyLoginInput {
  @Email() emal: string;
  @Password() pswd: string;
  @Base64Url(700) credential: string;
  @Base64Url(4_000) client_data: string;
  @Base64Url(4_000) authenticator_data: string;
  @Base64Url(4_000) signature: string;
  @Text() dvty: string;
  @Text() dsnm: string;
  @Optional() @Text() dvnm?: string;

  get assertion(): Assertion {
    return {
      credentialId: this.credential,
      clientData: this.client_data,
      authenticatorData: this.authenticator_data,
      signature: this.signature,
    };
  }

  context(ip: string): SignInContext {
    return contextOf(this, ip);
  }
}

interface DeviceFields {
  readonly dvty: string;
  readonly dsnm: string;
  readonly dvnm?: string;
}

function contextOf({ dvty, dsnm, dvnm = '' }: DeviceFields, ip: string): SignInContext {
  return { ip, device: { type: dvty, serial: dsnm, name: dvnm }, push: undefined };
}

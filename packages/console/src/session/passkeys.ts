import type { Data, Input } from '@harmattan/client';
import type { PublicKeyCredentialCreationOptionsJSON, PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser';
import { call, client } from '../api/client.js';
import { loadCode } from '../components/load-code.js';
import { thisDevice } from './device.js';

const loadWebAuthn = loadCode(() => import('@simplewebauthn/browser'));

const NOT_GIVEN = 'You gave no passkey: the prompt was closed, or it took too long. Try again, or use a code.';
const ELSEWHERE =
  'Passkeys work only where the console is opened over https by the name of the service (on the same machine: http://localhost).';
const UNSUPPORTED = 'This browser knows no passkeys here. Use a code, or another browser.';
const TOO_WEAK = 'This device cannot keep a passkey: it has to ask for a PIN, a finger or a face.';
/** By the name of what WebAuthn throws. */
const WORDS: Readonly<Record<string, string>> = {
  NotAllowedError: NOT_GIVEN,
  AbortError: NOT_GIVEN,
  InvalidStateError: 'This device has a passkey of yours already.',
  SecurityError: ELSEWHERE,
  NotSupportedError: TOO_WEAK,
  ConstraintError: TOO_WEAK,
};

export type PasskeyOffer = Data<'control_passkey_options'>;
type Transports = Input<'control_passkey_create'>['transports'];

/** @throws Error that says in words why there is none */
export async function makePasskey(offer: PasskeyOffer): Promise<Omit<Input<'control_passkey_create'>, 'name'>> {
  const { startRegistration } = await loadWebAuthn();
  const optionsJSON = offer as PublicKeyCredentialCreationOptionsJSON;
  const { id, response } = await inWords(startRegistration({ optionsJSON }));
  return {
    credential: id,
    client_data: response.clientDataJSON,
    attestation: response.attestationObject,
    transports: (response.transports ?? []) as Transports,
  };
}

/** @throws HarmattanError; Error that says in words why no passkey was given */
export async function signInWithPasskey(emal: string, pswd: string): Promise<void> {
  requirePasskeys();
  const { type, serial, name } = thisDevice();
  const who = { emal, pswd, dvty: type, dsnm: serial, dvnm: name };
  const options = await call('control_passkey_login_options', who);
  const { startAuthentication } = await loadWebAuthn();
  const optionsJSON = options as PublicKeyCredentialRequestOptionsJSON;
  const { id, response } = await inWords(startAuthentication({ optionsJSON }));
  await client.signIn('control_passkey_login', {
    ...who,
    credential: id,
    client_data: response.clientDataJSON,
    authenticator_data: response.authenticatorData,
    signature: response.signature,
  });
}

/** @throws Error where the browser has none, before a password or a code is sent */
export function requirePasskeys(): void {
  if (!window.isSecureContext) throw new Error(ELSEWHERE);
  if (typeof PublicKeyCredential !== 'function') throw new Error(UNSUPPORTED);
}

async function inWords<Answer>(ceremony: Promise<Answer>): Promise<Answer> {
  try {
    return await ceremony;
  } catch (error) {
    throw new Error((error instanceof Error && WORDS[error.name]) || UNSUPPORTED, { cause: error });
  }
}

import type { HarmattanClient } from './client.js';
import type { Data, Input } from './operations.js';
import type { CallOptions } from './options.js';

/** Operations that pay, which a bound device confirms. */
export type ConfirmedAction = 'user_transfer_create' | 'user_payout_create' | 'service_bill_payment' | 'service_airtime_purchase';

export type PaymentChallenge = Data<'user_payment_challenge'>;

/**
 * Shows `text` to the user, and has the bound device sign when they agree: an app signs `text` with the key in its keystore and gives the
 * signature in base64url; in a browser `passkeySigner` does it. Throws where the user does not agree.
 */
export type DeviceSigner = (challenge: PaymentChallenge) => Promise<string>;

/** What is used of WebAuthn. */
interface Browser {
  readonly navigator: { readonly credentials: { get(options: object): Promise<GivenAssertion> } };
}

interface GivenAssertion {
  readonly id: string;
  readonly response: Readonly<Record<'clientDataJSON' | 'authenticatorData' | 'signature', ArrayBuffer>>;
}

/** Has the bound device confirm a payment, and pays. @throws HarmattanError, and what the signer throws; nothing was paid then */
export async function confirmPayment<A extends ConfirmedAction>(
  client: HarmattanClient,
  action: A,
  order: Omit<Input<A>, 'confirmation'>,
  sign: DeviceSigner,
  options: CallOptions = {},
): Promise<Data<A>> {
  const confirmation = await sign(await client.call('user_payment_challenge', { action, ...order }));
  const pay = client.call.bind(client) as (...call: [A, object, CallOptions]) => Promise<Data<A>>;
  return pay(action, { ...order, confirmation }, options);
}

/** Signs by the passkey of a browser. @param show shows the text, and throws where the user does not agree */
export function passkeySigner(show: (text: string) => Promise<void>): DeviceSigner {
  return async (challenge) => {
    await show(challenge.text);
    if (!('options' in challenge)) throw new TypeError('The bound device is an app: confirm the payment there');
    const { rpId, timeout, allowCredentials, ...options } = challenge.options;
    const publicKey = {
      rpId,
      timeout,
      challenge: bytesOf(options.challenge),
      allowCredentials: allowCredentials.map(({ id }) => ({ id: bytesOf(id), type: 'public-key' as const })),
      userVerification: 'required' as const,
    };
    const given = await (globalThis as unknown as Browser).navigator.credentials.get({ publicKey });
    const { clientDataJSON, authenticatorData, signature } = given.response;
    return JSON.stringify({
      credential: given.id,
      client_data: textOf(clientDataJSON),
      authenticator_data: textOf(authenticatorData),
      signature: textOf(signature),
    });
  };
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

function textOf(bytes: ArrayBuffer): string {
  const text = btoa(String.fromCharCode(...new Uint8Array(bytes)));
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

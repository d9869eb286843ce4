import { toSeconds } from '../../kernel/clock.js';
import type { RequestOptions } from '../../kernel/passkeys.js';
import { on } from '../../platform/http/operation.decorator.js';
import { presentCreationOptions, presentRequestOptions } from '../../platform/webauthn/webauthn-json.js';
import type { Drawn } from './confirmations.js';
import { type Device, devicesFailures } from './device.js';
import type { Offer } from './devices.js';

/** How every operation answers what PaymentConfirmations refuses. */
export const CONFIRMATION_FAILURES = [
  on(devicesFailures.confirmation_required, { code: 400, id: 'confirmation_required' }),
  on(devicesFailures.confirmation_invalid, { code: 400, id: 'confirmation_invalid' }),
];

function presentDrawn({ challenge, text, expires }: Drawn) {
  return { challenge, text, expires: String(toSeconds(expires)) };
}

export function presentOffer({ options, needsCode, ...drawn }: Offer) {
  return { ...presentDrawn(drawn), code: needsCode, ...(options ? { options: presentCreationOptions(options) } : {}) };
}

export function presentChallenge({ options, ...drawn }: Drawn & { readonly options: RequestOptions | undefined }) {
  return { ...presentDrawn(drawn), ...(options ? { options: presentRequestOptions(options) } : {}) };
}

export function presentBound(MKID: string) {
  return { COMMENT: 'The device is bound to your account', MKID };
}

export function presentDevices(devices: readonly Device[]) {
  return {
    result: devices.map(({ id, kind, name, createdAt, releasedAt }) => ({
      marker: id,
      kind,
      name,
      status: releasedAt === undefined ? 'active' : 'released',
      recorded: String(createdAt),
      released: releasedAt === undefined ? '' : String(releasedAt),
    })),
  };
}

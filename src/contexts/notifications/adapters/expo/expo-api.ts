import { errorCode, post, type PushAnswer } from '../push-http.js';
import type { PushOutcome } from '../../application/ports.js';

export interface ExpoSettings {
  /** Without the path, as `https://exp.host`. */
  readonly url: string;
  /** Needed where the project has enhanced push security. */
  readonly accessToken: string | undefined;
}

/** `message` quotes the token, so it is not read. */
export interface ExpoResult {
  readonly status?: unknown;
  readonly id?: unknown;
  readonly details?: { readonly error?: unknown } | null;
}

export function callExpo({ url, accessToken }: ExpoSettings, action: 'send' | 'getReceipts', body: unknown): Promise<PushAnswer> {
  return post(
    `${url.replace(/\/$/, '')}/--/api/v2/push/${action}`,
    {
      'content-type': 'application/json',
      accept: 'application/json',
      ...(accessToken === undefined ? {} : { authorization: `Bearer ${accessToken}` }),
    },
    JSON.stringify(body),
  );
}

export function dataOf({ body }: PushAnswer): unknown {
  return (body as { data?: unknown } | null | undefined)?.data;
}

export function outcomeOfError({ details }: ExpoResult): PushOutcome {
  const reason = errorCode(details?.error, 'unknown');
  if (reason === 'DeviceNotRegistered') return { kind: 'dead', reason };
  if (reason === 'MessageRateExceeded') return { kind: 'later', reason };
  return { kind: 'refused', reason };
}

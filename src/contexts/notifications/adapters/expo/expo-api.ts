import { errorCode, post, type PushAnswer } from '../push-http.js';
import type { PushOutcome } from '../../application/ports/push-sender.js';

export interface ExpoSettings {
  /** `https://exp.host`, without the path. */
  readonly url: string;
  /** Needed where the project has enhanced push security. */
  readonly accessToken: string | undefined;
}

/** A ticket or a receipt; `message` quotes the token and is left alone. */
export interface ExpoVerdict {
  readonly status?: unknown;
  readonly id?: unknown;
  readonly details?: { readonly error?: unknown } | null;
}

/** @throws when Expo could not be reached */
export function askExpo({ url, accessToken }: ExpoSettings, action: 'send' | 'getReceipts', body: unknown): Promise<PushAnswer> {
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

/** What `data` holds of an answer. */
export function dataOf({ body }: PushAnswer): unknown {
  return (body as { data?: unknown } | null | undefined)?.data;
}

/** What a ticket or receipt that is not `ok` means. */
export function outcomeOfError({ details }: ExpoVerdict): PushOutcome {
  const reason = errorCode(details?.error, 'unknown');
  if (reason === 'DeviceNotRegistered') return { kind: 'dead', reason };
  if (reason === 'MessageRateExceeded') return { kind: 'later', reason };
  return { kind: 'refused', reason };
}

import { errorCode, post, type PushAnswer, isRetryable } from '../push-http.js';
import { type PushOutcome, type PushDevice, type PushMessage, PushSender, PushReceipts } from '../../push.js';

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

/** Expo's limit. */
const MAX_BATCH = 100;
const TTL_SECONDS = 86_400;

/** One request for a user's devices, which returns a ticket for each. */
export class ExpoPushSender extends PushSender {
  constructor(private readonly settings: ExpoSettings) {
    super();
  }

  async send(devices: readonly PushDevice[], message: PushMessage): Promise<PushOutcome[]> {
    const outcomes: PushOutcome[] = [];
    for (let start = 0; start < devices.length; start += MAX_BATCH)
      outcomes.push(...(await this.sendBatch(devices.slice(start, start + MAX_BATCH), message)));
    return outcomes;
  }

  private async sendBatch(devices: readonly PushDevice[], message: PushMessage): Promise<PushOutcome[]> {
    const all = (outcome: PushOutcome) => devices.map(() => outcome);
    let answer: PushAnswer;
    try {
      answer = await callExpo(
        this.settings,
        'send',
        devices.map((device) => expoMessage(device, message)),
      );
    } catch {
      return all({ kind: 'later', reason: 'unreachable' });
    }
    const { status } = answer;
    if (isRetryable(status)) return all({ kind: 'later', reason: `http_${status}` });
    if (status !== 200) {
      // One invalid or foreign token fails the whole request, so each device is sent alone.
      if (devices.length > 1) return (await Promise.all(devices.map((device) => this.sendBatch([device], message)))).flat();
      return all({ kind: 'refused', reason: requestError(answer) });
    }
    const tickets = dataOf(answer);
    if (!Array.isArray(tickets) || tickets.length !== devices.length) return all({ kind: 'later', reason: 'unreadable' });
    return (tickets as ExpoResult[]).map((ticket) => outcomeOf(ticket));
  }
}

function expoMessage({ pushToken, channelId }: PushDevice, { title, body }: PushMessage) {
  return {
    to: pushToken,
    title,
    body,
    sound: 'default',
    priority: 'high',
    ttl: TTL_SECONDS,
    ...(channelId === '' ? {} : { channelId }),
  };
}

function outcomeOf(ticket: ExpoResult | null): PushOutcome {
  if (ticket?.status !== 'ok') return outcomeOfError(ticket ?? {});
  const { id } = ticket;
  return typeof id === 'string' && id !== '' && id.length <= 255 ? { kind: 'sent', ticket: id } : { kind: 'sent' };
}

function requestError({ status, body }: PushAnswer): string {
  const errors = (body as { errors?: unknown } | null | undefined)?.errors;
  const first = Array.isArray(errors) ? (errors[0] as { code?: unknown } | null) : undefined;
  return errorCode(first?.code, `http_${status}`);
}

export class ExpoPushReceipts extends PushReceipts {
  /** @param settings undefined where Expo is not configured any more */
  constructor(private readonly settings: ExpoSettings | undefined) {
    super();
  }

  async read(tickets: readonly string[]): Promise<ReadonlyMap<string, PushOutcome>> {
    if (!this.settings || tickets.length === 0) return new Map();
    const answer = await callExpo(this.settings, 'getReceipts', { ids: tickets });
    const receipts = dataOf(answer);
    if (answer.status !== 200 || typeof receipts !== 'object' || receipts === null)
      throw new Error(`Expo answers ${answer.status} when asked for receipts`);
    return new Map(
      Object.entries(receipts as Record<string, ExpoResult | null>).flatMap(([ticket, receipt]) => {
        if (!receipt) return [];
        return [[ticket, receipt.status === 'ok' ? { kind: 'sent' } : outcomeOfError(receipt)]];
      }),
    );
  }
}

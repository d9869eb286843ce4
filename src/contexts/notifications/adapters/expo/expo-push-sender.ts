import { type PushDevice, type PushMessage, type PushOutcome, PushSender } from '../../application/ports.js';
import { errorCode, isRetryable, type PushAnswer } from '../push-http.js';
import { callExpo, dataOf, type ExpoSettings, type ExpoResult, outcomeOfError } from './expo-api.js';

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

import { type PushDevice, type PushOutcome, PushSender } from '../../application/ports/push-sender.js';
import type { PushMessage } from '../../application/ports/push.js';
import { errorCode, isPassing, type PushAnswer } from '../push-http.js';
import { askExpo, dataOf, type ExpoSettings, type ExpoVerdict, outcomeOfError } from './expo-api.js';

/** Expo takes no more in a request. */
const BATCH = 100;
const WORTH_SECONDS = 86_400;

/** Sends by Expo's push service: a user's devices in one request, answered with a ticket for each. */
export class ExpoPushSender extends PushSender {
  constructor(private readonly settings: ExpoSettings) {
    super();
  }

  async send(devices: readonly PushDevice[], message: PushMessage): Promise<PushOutcome[]> {
    const outcomes: PushOutcome[] = [];
    for (let start = 0; start < devices.length; start += BATCH)
      outcomes.push(...(await this.sendBatch(devices.slice(start, start + BATCH), message)));
    return outcomes;
  }

  private async sendBatch(devices: readonly PushDevice[], message: PushMessage): Promise<PushOutcome[]> {
    const all = (outcome: PushOutcome) => devices.map(() => outcome);
    let answer: PushAnswer;
    try {
      answer = await askExpo(
        this.settings,
        'send',
        devices.map((device) => expoMessage(device, message)),
      );
    } catch {
      return all({ kind: 'later', reason: 'unreachable' });
    }
    const { status } = answer;
    if (isPassing(status)) return all({ kind: 'later', reason: `http_${status}` });
    if (status !== 200) {
      // One bad token, or one of another project, spoils a request: the others go alone.
      if (devices.length > 1) return (await Promise.all(devices.map((device) => this.sendBatch([device], message)))).flat();
      return all({ kind: 'refused', reason: requestError(answer) });
    }
    const tickets = dataOf(answer);
    if (!Array.isArray(tickets) || tickets.length !== devices.length) return all({ kind: 'later', reason: 'unreadable' });
    return (tickets as ExpoVerdict[]).map((ticket) => outcomeOf(ticket));
  }
}

function expoMessage({ pushToken, channelId }: PushDevice, { title, body }: PushMessage) {
  return {
    to: pushToken,
    title,
    body,
    sound: 'default',
    priority: 'high',
    ttl: WORTH_SECONDS,
    ...(channelId === '' ? {} : { channelId }),
  };
}

function outcomeOf(ticket: ExpoVerdict | null): PushOutcome {
  if (ticket?.status !== 'ok') return outcomeOfError(ticket ?? {});
  const { id } = ticket;
  return typeof id === 'string' && id !== '' && id.length <= 255 ? { kind: 'sent', ticket: id } : { kind: 'sent' };
}

function requestError({ status, body }: PushAnswer): string {
  const errors = (body as { errors?: unknown } | null | undefined)?.errors;
  const first = Array.isArray(errors) ? (errors[0] as { code?: unknown } | null) : undefined;
  return errorCode(first?.code, `http_${status}`);
}

import { type Answer, type Asked, PostServer } from './http-server.js';

export interface ExpoMessage {
  readonly to: string;
  readonly title: string;
  readonly body: string;
  readonly channelId?: string;
}

const KNOWN = ['to', 'title', 'body', 'sound', 'priority', 'ttl', 'channelId'];

/** A simulated Expo push service. */
export class ExpoServer extends PostServer {
  /** Requests to send, as received. */
  readonly requests: ExpoMessage[][] = [];
  /** Messages with an `ok` ticket. */
  readonly taken: ExpoMessage[] = [];
  /** Errors for tickets of these tokens. */
  readonly ticketErrors = new Map<string, string>();
  /** Tokens of another project. */
  readonly foreign = new Set<string>();
  /** By ticket: `ok`, or the error. */
  readonly receipts = new Map<string, string>();
  /** Replaces the next answers, one each. */
  readonly instead: Answer[] = [];
  accessToken: string | undefined;
  private readonly given = new Map<string, string>();
  private tickets = 0;

  environment(): Record<string, string> {
    return { EXPO_URL: this.url, ...(this.accessToken ? { EXPO_ACCESS_TOKEN: this.accessToken } : {}) };
  }

  /** The last ticket for this token. */
  ticketOf(token: string): string {
    return this.given.get(token) ?? 'none';
  }

  protected answer({ path, headers, body }: Asked): Answer {
    const instead = this.instead.shift();
    if (instead) return instead;
    if (this.accessToken && headers.authorization !== `Bearer ${this.accessToken}`) return refused(401, 'UNAUTHORIZED');
    if (headers['content-type'] !== 'application/json') return refused(400, 'VALIDATION_ERROR');
    if (path === '/--/api/v2/push/send') return this.send(JSON.parse(body) as ExpoMessage[]);
    if (path === '/--/api/v2/push/getReceipts') return this.tell((JSON.parse(body) as { ids: string[] }).ids);
    return refused(404, 'NOT_FOUND');
  }

  private send(messages: ExpoMessage[]): Answer {
    this.requests.push(messages);
    const isWrong = messages.some((message) => Object.keys(message).some((field) => !KNOWN.includes(field)));
    if (messages.length > 100 || isWrong) return refused(400, 'VALIDATION_ERROR');
    if (messages.length > 1 && messages.some(({ to }) => this.foreign.has(to)))
      return refused(400, 'PUSH_TOO_MANY_EXPERIENCE_IDS');
    return { status: 200, body: { data: messages.map((message) => this.ticket(message)) } };
  }

  private ticket(message: ExpoMessage) {
    const error = this.ticketErrors.get(message.to);
    if (error) return { status: 'error', message: `"${message.to}" is not a registered recipient`, details: { error } };
    this.taken.push(message);
    const id = `ticket-${++this.tickets}`;
    this.given.set(message.to, id);
    return { status: 'ok', id };
  }

  private tell(ids: string[]): Answer {
    const known = ids.flatMap((id) => (this.receipts.has(id) ? [[id, this.receipts.get(id)!] as const] : []));
    const receipts = known.map(([id, error]) => [
      id,
      error === 'ok' ? { status: 'ok' } : { status: 'error', message: 'It did not arrive', details: { error } },
    ]);
    return { status: 200, body: { data: Object.fromEntries(receipts) as unknown } };
  }
}

function refused(status: number, code: string): Answer {
  return { status, body: { errors: [{ code, message: 'It was refused' }] } };
}

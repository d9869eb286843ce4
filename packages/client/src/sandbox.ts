import { pause } from './calls.js';
import { describeForeign, originOf } from './advice.js';
import { HarmattanError } from './errors.js';
import type { ClientOptions } from './options.js';
import { exchange } from './transport.js';

export interface SandboxPayment {
  /** Naira. Default: what the order announced. */
  readonly amount?: number;
  /** Default `exact`. `late`: the order expires first. */
  readonly manner?: 'exact' | 'short' | 'late' | 'twice';
}

export interface SandboxOrder {
  readonly id: string;
  readonly user: string;
  readonly account: string;
  readonly amount: number;
  readonly received: number;
  readonly status: string;
  readonly expires: string;
}

export interface SandboxMail {
  readonly name: string;
  readonly to: string;
  readonly subject: string;
  readonly date: string;
}

/** What the page of the sandbox shows; the newest thirty of each. */
export interface SandboxState {
  readonly now: string;
  readonly orders: readonly SandboxOrder[];
  readonly purchases: readonly Readonly<Record<string, unknown>>[];
  readonly payouts: readonly Readonly<Record<string, unknown>>[];
  readonly webhooks: readonly Readonly<Record<string, unknown>>[];
  readonly mails: readonly SandboxMail[];
  readonly texts: readonly { readonly id: string; readonly to: string; readonly text: string }[];
  readonly pushes: readonly Readonly<Record<string, unknown>>[];
}

const CREDIT_MS = 10_000;

/** The buttons of the page `/sandbox`: bank, biller, clock and mailbox of a service that is tried out. */
export class Sandbox {
  constructor(
    private readonly baseUrl: string,
    private readonly options: ClientOptions,
  ) {}

  /** Pays into the account of a deposit order; resolves when the wallet has it. @throws HarmattanError */
  async pay(account: string, { amount, manner }: SandboxPayment = {}): Promise<void> {
    const before = await this.orderOf(account);
    await this.send('POST', 'pay', { account, amount, manner });
    for (let waitedMs = 0; before && waitedMs < CREDIT_MS; waitedMs += 100) {
      const { received } = (await this.orderOf(account)) ?? before;
      if (received > before.received) return;
      await pause(100);
    }
  }

  /** The bank takes back what was paid into the account. @throws HarmattanError */
  async reverse(account: string): Promise<void> {
    await this.send('POST', 'reverse', { account });
  }

  /**
   * Decides a purchase whose customer's number ends in 0007, or a payout whose account does; takes back a delivered purchase (`reversed`)
   * or payout (`returned`). @throws HarmattanError
   */
  async outcome(order: string, outcome: 'delivered' | 'failed' | 'reversed' | 'returned'): Promise<void> {
    await this.send('POST', 'outcome', { order, outcome });
  }

  /** Sets the clock of the service forward. @throws HarmattanError */
  async forward({ minutes }: { readonly minutes: number }): Promise<void> {
    await this.send('POST', 'clock', { minutes });
  }

  /** @throws HarmattanError */
  async state(): Promise<SandboxState> {
    return (await this.send('GET', 'state')) as SandboxState;
  }

  /** The HTML of a mail. @param name of `state().mails` @throws HarmattanError */
  async mail(name: string): Promise<string> {
    return ((await this.send('GET', `mails/${encodeURIComponent(name)}`)) as { html: string }).html;
  }

  private async orderOf(account: string): Promise<SandboxOrder | undefined> {
    return (await this.state()).orders.find((order) => order.account === account);
  }

  private async send(method: string, path: string, query: object = {}): Promise<unknown> {
    const given = Object.entries(query).filter(([, value]) => value !== undefined);
    const text = given.map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`).join('&');
    const url = `${this.baseUrl}/sandbox/${path}${text && `?${text}`}`;
    const { fetch = globalThis.fetch, sandboxToken, timeoutMs = 60_000 } = this.options;
    const headers: Record<string, string> = { 'X-Sandbox-Page': '1' };
    if (sandboxToken !== undefined) headers['Authorization'] = `Bearer ${sandboxToken}`;
    const action = `sandbox.${path.split('/')[0]}`;
    const answer = await exchange(fetch, { action, url, method, headers, body: undefined, timeoutMs });
    const content = parsed(answer.text);
    if (answer.status === 200 && content) return content;
    throw refusal(action, url, answer.status, answer.text, content);
  }
}

function refusal(action: string, url: string, status: number, text: string, content?: { refused?: string }): HarmattanError {
  const refuse = (DETAILS: string) => new HarmattanError({ action, status, errors: { ID: 'sandbox_refused', DETAILS } });
  if (status === 403)
    return refuse(`${content?.refused ?? 'Refused.'} The sandbox answers this machine, others with the option sandboxToken`);
  if (content?.refused !== undefined) return refuse(content.refused);
  if (status === 404) return refuse(`${originOf(url)} has no sandbox: it is in production, or has real providers`);
  return refuse(describeForeign(url, status, text));
}

function parsed(text: string): { refused?: string } | undefined {
  try {
    return JSON.parse(text) as { refused?: string };
  } catch {
    return undefined;
  }
}

/** What clients see on the wire: every attempt with its time and outcome, and the calls that failed after all repetitions. */
import type { HarmattanError } from '@harmattan/client';

const SLOW_MS = 2_000;
/** By which the service decides a call: a rule, or nothing there. */
const REFUSALS = new Set([400, 404]);

/** An attempt without an answer that decides the call. */
interface Trouble {
  /** Ms of `performance.now`. */
  readonly at: number;
  readonly kind: string;
  /** The service answered that the client is at fault (4xx). */
  readonly isClientError: boolean;
  /** Idempotency key. */
  readonly key: string | undefined;
}

/** Since `begin`. Times are seconds since then. */
export interface Seen {
  readonly attempts: number;
  /** Attempts without an answer, or with 5xx, by what was seen. */
  readonly errors: Readonly<Record<string, number>>;
  readonly failed: number;
  readonly firstErrorS: number | undefined;
  readonly lastErrorS: number | undefined;
  /** Attempts answered with 4xx other than refusals, by what was seen. */
  readonly clientErrors: Readonly<Record<string, number>>;
  /** From the first to the last of them under one idempotency key. */
  readonly clientErrorsS: number;
  /** Longest time in which no transfer was acknowledged. */
  readonly withoutMoneyS: number;
  readonly slow: number;
  readonly slowestMs: number;
  /** Calls that failed after the repetitions of the client package, by id of the error. */
  readonly gaveUp: Readonly<Record<string, number>>;
}

export class ClientView {
  #begun = performance.now();
  #attempts = 0;
  #troubles: Trouble[] = [];
  #slow = 0;
  #slowestMs = 0;
  #gaveUp: string[] = [];
  #lastMoneyAt = this.#begun;
  #withoutMoneyMs = 0;

  /** Begins to count anew. */
  begin(): void {
    this.#begun = performance.now();
    this.#attempts = 0;
    this.#troubles = [];
    this.#slow = 0;
    this.#slowestMs = 0;
    this.#gaveUp = [];
    this.#lastMoneyAt = this.#begun;
    this.#withoutMoneyMs = 0;
  }

  async watch(url: string, init: RequestInit): Promise<Response> {
    const sent = performance.now();
    const key = new Headers(init.headers).get('idempotency-key') ?? undefined;
    this.#attempts++;
    try {
      const response = await fetch(url, init);
      const text = await response.text();
      if (response.ok && url.includes('user_transfer_create')) this.#moneyMoved();
      const isFine = response.ok || REFUSALS.has(response.status);
      const kind = `HTTP ${response.status} ${errorOf(text)}`;
      this.#ended(url, sent, isFine ? undefined : { kind, isClientError: response.status < 500, key });
      return new Response(text, response);
    } catch (error) {
      this.#ended(url, sent, { kind: describe(error as Error), isClientError: false, key });
      throw error;
    }
  }

  gaveUp({ id }: HarmattanError): void {
    this.#gaveUp.push(id);
  }

  /** Milliseconds since the last attempt that failed. */
  get calmMs(): number {
    return performance.now() - (this.#troubles.at(-1)?.at ?? this.#begun);
  }

  summary(): Seen {
    const errors = this.#troubles.filter(({ isClientError }) => !isClientError);
    const clientErrors = this.#troubles.filter(({ isClientError }) => isClientError);
    const seconds = (trouble: Trouble | undefined) => trouble && (trouble.at - this.#begun) / 1_000;
    return {
      attempts: this.#attempts,
      errors: counted(errors.map(({ kind }) => kind)),
      failed: errors.length,
      firstErrorS: seconds(errors[0]),
      lastErrorS: seconds(errors.at(-1)),
      clientErrors: counted(clientErrors.map(({ kind }) => kind)),
      clientErrorsS: longestSpanMs(clientErrors) / 1_000,
      withoutMoneyS: Math.max(this.#withoutMoneyMs, performance.now() - this.#lastMoneyAt) / 1_000,
      slow: this.#slow,
      slowestMs: Math.round(this.#slowestMs),
      gaveUp: counted(this.#gaveUp),
    };
  }

  #ended(url: string, sent: number, trouble: Omit<Trouble, 'at'> | undefined): void {
    const at = performance.now();
    // A purchase waits for its biller, up to eight seconds.
    const ms = url.includes('purchase') ? 0 : at - sent;
    this.#slowestMs = Math.max(this.#slowestMs, ms);
    if (trouble) this.#troubles.push({ ...trouble, at });
    else if (ms > SLOW_MS) this.#slow++;
  }

  #moneyMoved(): void {
    const now = performance.now();
    this.#withoutMoneyMs = Math.max(this.#withoutMoneyMs, now - this.#lastMoneyAt);
    this.#lastMoneyAt = now;
  }
}

function counted(names: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}

/** Span of one call's troubles. */
function longestSpanMs(troubles: readonly Trouble[]): number {
  const first = new Map<string, number>();
  let longest = 0;
  for (const { at, key } of troubles) {
    if (key === undefined) continue;
    const begun = first.get(key) ?? at;
    first.set(key, begun);
    longest = Math.max(longest, at - begun);
  }
  return longest;
}

function describe({ name, message, cause }: Error): string {
  if (name === 'AbortError') return 'no answer in 10 s';
  return `connection ${(cause as { code?: string } | undefined)?.code ?? message}`;
}

/** The service's error; HAProxy sends no envelope. */
function errorOf(text: string): string {
  try {
    return (JSON.parse(text) as { ERRORS: { ID: string } }).ERRORS.ID;
  } catch {
    return 'of HAProxy';
  }
}

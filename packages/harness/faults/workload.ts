/** Users of a bank: transfers, purchases and reads at a fixed rate through the client package, each decided before it is forgotten. */
import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { HarmattanClient, isHarmattanError } from '@harmattan/client';
import type { Airtime, Bank, User } from './bank.js';
import { ClientView } from './client-view.js';

/** As long as an app lets its user wait for one answer. */
const ANSWER_MS = 10_000;
const AGAIN_MS = 1_000;
/** A purchase for such a number is pending first, fails, times out, or is reversed; the others are delivered. */
const MAGIC_ENDINGS = ['0001', '0002', '0003', '0005', '1234', '1235', '1236'];
/** Further ones are not begun, as by so many users who wait. */
const MOST_UNDECIDED = 200;

export interface AcknowledgedTransfer {
  readonly from: string;
  readonly to: string;
  readonly kobo: number;
}

export class Workload {
  readonly view = new ClientView();
  /** What the service said yes to, by id. */
  readonly transfers = new Map<string, AcknowledgedTransfer>();
  readonly purchases = new Set<string>();
  /** Must not happen. Counts by operation and error. */
  readonly refusals = new Map<string, number>();
  readonly #users: readonly User[];
  readonly #airtime: Airtime;
  readonly #undecided = new Set<Promise<void>>();
  #timer: NodeJS.Timeout | undefined;

  constructor({ users, airtime }: Bank) {
    this.#users = users.map((user) => ({ ...user, client: this.#clientOf(user) }));
    this.#airtime = airtime;
  }

  /** @param rate calls a second */
  run(rate: number): void {
    let due = performance.now();
    this.#timer = setInterval(() => {
      for (; due < performance.now(); due += 1_000 / rate) {
        if (this.#undecided.size >= MOST_UNDECIDED) continue;
        const call = this.#next();
        this.#undecided.add(call);
        void call.finally(() => this.#undecided.delete(call));
      }
    }, 10);
  }

  /** Resolves when every call is decided. */
  async pause(): Promise<void> {
    clearInterval(this.#timer);
    await Promise.all(this.#undecided);
  }

  #next(): Promise<void> {
    const chance = randomInt(100);
    if (chance < 80) return this.#transfer();
    if (chance < 90) return this.#purchase();
    return this.#read();
  }

  async #transfer(): Promise<void> {
    const from = this.#pick();
    let to = this.#pick();
    while (to === from) to = this.#pick();
    const kobo = randomInt(10_000, 50_000);
    const input = { email: to.email, amount: kobo / 100, messge: 'Rent' };
    const answer = await this.#decide('user_transfer_create', (idempotencyKey) =>
      from.client.call('user_transfer_create', input, { idempotencyKey }),
    );
    if (answer) this.transfers.set(answer.transact, { from: from.userId, to: to.userId, kobo });
  }

  async #purchase(): Promise<void> {
    const { client } = this.#pick();
    const phone = `080${1_000 + randomInt(9_000)}${MAGIC_ENDINGS[randomInt(MAGIC_ENDINGS.length)]}`;
    const input = { ...this.#airtime, phone, amount: 100, again: true };
    const answer = await this.#decide('service_airtime_purchase', (idempotencyKey) =>
      client.call('service_airtime_purchase', input, { idempotencyKey }),
    );
    if (answer) this.purchases.add(answer.orderId);
  }

  async #read(): Promise<void> {
    const { client } = this.#pick();
    try {
      await (randomInt(2) === 0 ? client.call('user_wallet_get_info') : client.call('user_notice_fetch'));
    } catch (error) {
      if (!isHarmattanError(error)) throw error;
      this.view.gaveUp(error);
    }
  }

  /** Sends it again under its key, as a user does, until the service says yes or no. */
  async #decide<T>(action: string, send: (idempotencyKey: string) => Promise<T>): Promise<T | undefined> {
    const idempotencyKey = randomUUID();
    for (;;) {
      try {
        return await send(idempotencyKey);
      } catch (error) {
        if (!isHarmattanError(error)) throw error;
        this.view.gaveUp(error);
        const isDecided = error.status >= 400 && error.status < 500 && !error.isOutcomeUnknown && error.status !== 429;
        if (isDecided) {
          this.#refused(`${action}: ${error.id}`);
          return undefined;
        }
        await sleep(AGAIN_MS);
      }
    }
  }

  #refused(name: string): void {
    this.refusals.set(name, (this.refusals.get(name) ?? 0) + 1);
  }

  #clientOf({ origin, session }: User): HarmattanClient {
    const fetch = (url: string, init: RequestInit) => this.view.watch(url, init);
    return new HarmattanClient({ baseUrl: origin, session, fetch, timeoutMs: ANSWER_MS });
  }

  #pick(): User {
    return this.#users[randomInt(this.#users.length)]!;
  }
}

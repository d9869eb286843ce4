/** Users of a bank: transfers, purchases and reads at a fixed rate through the client package, each decided before it is forgotten. */
import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { HarmattanClient, isHarmattanError } from '@harmattan/client';
import { ClientView } from './client-view.mjs';

/** As long as an app lets its user wait for one answer. */
const PATIENCE_MS = 10_000;
const AGAIN_MS = 1_000;
/** A purchase for such a number is pending first, fails, times out, or is reversed; the others are delivered. */
const MAGIC_ENDINGS = ['0001', '0002', '0003', '0005', '1234', '1235', '1236'];
/** Further ones are not begun, as by so many users who wait. */
const MOST_UNDECIDED = 200;

export class Workload {
  view = new ClientView();
  /** What the service said yes to: `{ id, from, to, kobo }` and `{ id, userId }`, by their ids. */
  transfers = new Map();
  purchases = new Map();
  /** Of calls, which must not happen: how many, by operation and error. */
  refusals = new Map();
  #undecided = new Set();
  #users;
  #airtime;
  #timer;

  /** @param users of `bank.mjs`; @param airtime what to buy */
  constructor(users, airtime) {
    this.#users = users;
    this.#airtime = airtime;
    for (const user of users) user.client = this.#clientOf(user);
  }

  /** @param rate calls a second */
  run(rate) {
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
  async pause() {
    clearInterval(this.#timer);
    await Promise.all(this.#undecided);
  }

  #next() {
    const chance = randomInt(100);
    if (chance < 80) return this.#transfer();
    if (chance < 90) return this.#purchase();
    return this.#read();
  }

  async #transfer() {
    const from = this.#pick();
    let to = this.#pick();
    while (to === from) to = this.#pick();
    const kobo = randomInt(10_000, 50_000);
    const input = { email: to.email, amount: kobo / 100, messge: 'Rent' };
    const answer = await this.#decide(from, 'user_transfer_create', input);
    if (answer) this.transfers.set(answer.transact, { id: answer.transact, from: from.userId, to: to.userId, kobo });
  }

  async #purchase() {
    const user = this.#pick();
    const phone = `080${String(randomInt(10_000)).padStart(4, '0')}${MAGIC_ENDINGS[randomInt(MAGIC_ENDINGS.length)]}`;
    const answer = await this.#decide(user, 'service_airtime_purchase', { ...this.#airtime, phone, amount: 100 });
    if (answer) this.purchases.set(answer.orderId, { id: answer.orderId, userId: user.userId });
  }

  async #read() {
    const user = this.#pick();
    const action = randomInt(2) === 0 ? 'user_wallet_get_info' : 'user_notice_fetch';
    await user.client.call(action).catch((error) => this.view.gaveUp(error));
  }

  /** Sends it again under its key, as a user does, until the service says yes or no. */
  async #decide(user, action, input) {
    const idempotencyKey = randomUUID();
    for (;;) {
      try {
        return await user.client.call(action, input, { idempotencyKey });
      } catch (error) {
        if (!isHarmattanError(error)) throw error;
        this.view.gaveUp(error);
        const isDecided = error.status >= 400 && error.status < 500 && !error.isOutcomeUnknown && error.status !== 429;
        if (isDecided) return this.#refused(`${action}: ${error.id}`);
        await sleep(AGAIN_MS);
      }
    }
  }

  #refused(name) {
    this.refusals.set(name, (this.refusals.get(name) ?? 0) + 1);
  }

  #clientOf({ origin, session }) {
    const fetch = (url, init) => this.view.watch(url, init);
    return new HarmattanClient({ baseUrl: origin, session, fetch, timeoutMs: PATIENCE_MS });
  }

  #pick() {
    return this.#users[randomInt(this.#users.length)];
  }
}

/** Faults one after the other under load, with the books checked after each. */
import { setTimeout as sleep } from 'node:timers/promises';
import { openBank } from './bank.mjs';
import { checkBooks } from './books.mjs';
import { FAULTS } from './faults.mjs';
import { rollingUpdate } from './process-faults.mjs';
import { until } from './until.mjs';
import { Workload } from './workload.mjs';

const BASELINE_MS = 2_000;
const CALM_MS = 5_000;
/** Longer than the pause before a first repetition. */
const SHORTEST_CALM_MS = 2_000;
const SETTLED_MS = 120_000;

/** The faults of this cluster. @throws Error where one is named that there is not */
export function chooseFaults(only, { database }) {
  const here = FAULTS.filter(({ databases }) => !databases || databases.includes(database));
  const names = only?.split(',') ?? here.map(({ name }) => name);
  const unknown = names.filter((name) => !here.some((fault) => fault.name === name));
  if (unknown.length > 0) throw new Error(`no fault ${unknown.join(', ')}; there are ${here.map(({ name }) => name).join(', ')}`);
  return here.filter(({ name }) => names.includes(name));
}

export function titleOf({ title }, cluster) {
  return typeof title === 'function' ? title(cluster) : title;
}

export class FaultRunner {
  #cluster;
  #bank;
  #workload;
  #options;

  /** @param options `{ users, rate, scale, programs }`: calls a second; part of the times for which something is away */
  static async prepare(cluster, options) {
    const runner = new FaultRunner();
    runner.#cluster = cluster;
    runner.#options = options;
    runner.#bank = await openBank(cluster, options.users);
    runner.#workload = new Workload(runner.#bank.users, runner.#bank.airtime);
    return runner;
  }

  /** @returns what clients saw (`ClientView`), when all was well again, and what is wrong with the books */
  async run(fault) {
    const { view } = this.#workload;
    const context = { cluster: this.#cluster, bank: this.#bank, scale: this.#options.scale, programs: this.#options.programs };
    await fault.prepare?.(context);
    this.#workload.run(this.#options.rate);
    await sleep(BASELINE_MS);
    const alreadyReceived = this.#bank.subscriber.received.length;
    view.begin();
    const begun = performance.now();
    const failure = await fault.run(context).catch((error) => error.message);
    const overS = (performance.now() - begun) / 1_000;
    const calmMs = Math.max(SHORTEST_CALM_MS, CALM_MS * this.#options.scale);
    const trouble = await until('clients see no more errors', () => view.calmMs > calmMs, SETTLED_MS).catch(
      (error) => error.message,
    );
    const seen = view.summary();
    await this.#workload.pause();
    // The older version does not number webhooks, and does not know that a later one waits.
    const isMixed = fault === rollingUpdate && this.#cluster.previous !== undefined;
    const orderedFrom = isMixed ? Infinity : alreadyReceived;
    const wrong = await checkBooks(this.#cluster, this.#bank, this.#workload, orderedFrom);
    wrong.unshift(...[failure, trouble].filter(Boolean));
    if (fault.isSilent && seen.failed > 0) wrong.unshift(`${seen.failed} requests failed`);
    return { name: fault.name, title: titleOf(fault, this.#cluster), seen, overS, settledS: seen.lastErrorS ?? 0, wrong };
  }

  stop() {
    this.#bank.subscriber.stop();
  }
}

/** Faults one after the other under load, with the books checked after each. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Cluster } from '../cluster/cluster.js';
import { until } from '../until.js';
import { type Bank, openBank } from './bank.js';
import { checkBooks } from './books.js';
import type { Seen } from './client-view.js';
import type { Fault } from './fault.js';
import { rollingUpdate } from './process-faults.js';
import { readEvidence } from './read-evidence.js';
import { judge } from './verdict.js';
import { Workload } from './workload.js';

const BASELINE_MS = 2_000;
const CALM_MS = 5_000;
/** Longer than the pause before a first repetition. */
const SHORTEST_CALM_MS = 2_000;
const SETTLED_MS = 120_000;

export interface RunOptions {
  readonly users: number;
  /** Calls a second. */
  readonly rate: number;
  /** Part of the times for which something is away. */
  readonly scale: number;
}

export interface FaultResult {
  readonly name: string;
  readonly title: string;
  readonly seen: Seen;
  /** Until the part of the fault itself was over. */
  readonly overS: number;
  /** Until the last request that failed. */
  readonly settledS: number;
  /** A sentence for each. */
  readonly wrong: readonly string[];
}

export class FaultRunner {
  readonly #workload: Workload;

  private constructor(
    private readonly cluster: Cluster,
    private readonly bank: Bank,
    private readonly options: RunOptions,
  ) {
    this.#workload = new Workload(bank);
  }

  static async prepare(cluster: Cluster, options: RunOptions): Promise<FaultRunner> {
    return new FaultRunner(cluster, await openBank(cluster, options.users), options);
  }

  async run(fault: Fault): Promise<FaultResult> {
    const { cluster, bank } = this;
    const { rate, scale } = this.options;
    const { view } = this.#workload;
    const context = { cluster, bank, scale };
    await fault.prepare?.(context);
    this.#workload.run(rate);
    await sleep(BASELINE_MS);
    const alreadyReceived = bank.subscriber.received.length;
    view.begin();
    const begun = performance.now();
    const failures = await failureOf(fault.run(context));
    const overS = (performance.now() - begun) / 1_000;
    const calmMs = Math.max(SHORTEST_CALM_MS, CALM_MS * scale);
    failures.push(...(await failureOf(until('clients see no more errors', () => view.calmMs > calmMs, SETTLED_MS))));
    const seen = view.summary();
    await this.#workload.pause();
    // The older version does not number webhooks, and does not know that a later one waits.
    const isMixed = fault === rollingUpdate && cluster.previous !== undefined;
    const evidence = await readEvidence(cluster, bank, this.#workload, isMixed ? Infinity : alreadyReceived);
    const wrong = [...failures, ...judge(seen, fault, cluster.database.kind), ...checkBooks(evidence)];
    return { name: fault.name, title: titleOf(fault, cluster), seen, overS, settledS: seen.lastErrorS ?? 0, wrong };
  }

  stop(): void {
    this.bank.subscriber.stop();
  }
}

export function titleOf({ title }: Fault, cluster: Cluster): string {
  return typeof title === 'function' ? title(cluster) : title;
}

async function failureOf(work: Promise<void>): Promise<string[]> {
  try {
    await work;
    return [];
  } catch (error) {
    return [(error as Error).message];
  }
}

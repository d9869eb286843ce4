import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { type RangeRequest, type RangeVerdict, RangeWorkerPools, type RangeWorkers } from '../../application/ports.js';
import type { ChainKey } from '../../domain/hash-chain.js';
import type { SnapshotSource } from '../sql/open-snapshot.js';

export interface RangeWorkerData {
  readonly place: SnapshotSource;
  readonly keys: readonly { readonly id: string; readonly secret: Uint8Array }[];
}

export interface RangeTask {
  readonly id: number;
  readonly range: RangeRequest;
}

/** Asks a thread to end after what it was given before. */
export const END = 'end';

/** The id of a thread that no longer runs. */
const ENDED = -1;

interface RangeAnswer {
  readonly id: number;
  readonly verdict?: RangeVerdict;
  readonly error?: string;
}

interface Waiting {
  readonly worker: Worker;
  readonly resolve: (verdict: RangeVerdict) => void;
  readonly reject: (error: Error) => void;
}

export class RangeThreads extends RangeWorkerPools {
  constructor(private readonly place: SnapshotSource) {
    super();
  }

  override open(count: number, keys: ReadonlyMap<string, ChainKey>): RangeWorkers {
    return new Threads(count, { place: this.place, keys: [...keys.values()] });
  }
}

class Threads implements RangeWorkers {
  private readonly workers: Worker[];
  private readonly waiting = new Map<number, Waiting>();
  private last = 0;

  constructor(count: number, workerData: RangeWorkerData) {
    this.workers = Array.from({ length: count }, () => new Worker(new URL('./range-worker.js', import.meta.url), { workerData }));
    for (const worker of this.workers) {
      worker.on('message', ({ id, verdict, error }: RangeAnswer) => {
        const { resolve, reject } = this.waiting.get(id)!;
        this.waiting.delete(id);
        if (verdict) resolve(verdict);
        else reject(new Error(error));
      });
      worker.once('error', (error) => this.failAll(worker, error));
      worker.once('exit', () => this.failAll(worker, new Error('a thread that verified the ledger ended')));
    }
  }

  verify(range: RangeRequest): Promise<RangeVerdict> {
    const id = ++this.last;
    const worker = this.workers[id % this.workers.length]!;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { worker, resolve, reject });
      worker.postMessage({ id, range } satisfies RangeTask, []);
    });
  }

  /** Lets each finish its range: SQLite aborts the process where a thread is terminated within a call. */
  async close(): Promise<void> {
    await Promise.all(this.workers.map((worker) => this.end(worker)));
  }

  private async end(worker: Worker): Promise<void> {
    if (worker.threadId === ENDED) return;
    const ended = once(worker, 'exit');
    worker.postMessage(END, []);
    await ended;
  }

  private failAll(ended: Worker, error: Error): void {
    for (const [id, { worker, reject }] of this.waiting) {
      if (worker !== ended) continue;
      this.waiting.delete(id);
      reject(error);
    }
  }
}

import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { Failure } from '../../../../kernel/failure.js';
import { PasswordHasher } from '../../application/ports/password-hasher.js';
import { identityFailures } from '../../domain/identity.failures.js';

/** Argon2id (the package's default): 19 MiB, 2 passes, 1 thread. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** About two seconds of work; beyond it requests are refused at once. */
const MAX_QUEUED = 100;

export interface HasherLimits {
  readonly maxConcurrent: number;
  readonly maxQueued: number;
}

const DEFAULT_LIMITS: HasherLimits = { maxConcurrent: Math.max(1, availableParallelism() - 1), maxQueued: MAX_QUEUED };

/** Leaves a core to the event loop. */
export class Argon2PasswordHasher extends PasswordHasher {
  private running = 0;
  private readonly queue: (() => void)[] = [];
  /** Verified where there is no hash, so that both cases take the same time. */
  private readonly dummyHash = hash(randomBytes(16), COST);

  constructor(private readonly limits: HasherLimits = DEFAULT_LIMITS) {
    super();
  }

  hash(password: string): Promise<string> {
    return this.enqueue(() => hash(password, COST));
  }

  async verify(storedHash: string | undefined, password: string): Promise<boolean> {
    if (storedHash !== undefined) return this.enqueue(() => verify(storedHash, password));
    const dummyHash = await this.dummyHash;
    await this.enqueue(() => verify(dummyHash, password));
    return false;
  }

  private async enqueue<T>(work: () => Promise<T>): Promise<T> {
    if (this.running >= this.limits.maxConcurrent) {
      if (this.queue.length >= this.limits.maxQueued) throw new Failure(identityFailures.busy, { retryAfterSeconds: 2 });
      // A finished call passes its slot to this one, so `running` stays.
      await new Promise<void>((resolve) => this.queue.push(resolve));
    } else {
      this.running++;
    }
    try {
      return await work();
    } finally {
      const next = this.queue.shift();
      if (next) next();
      else this.running--;
    }
  }
}

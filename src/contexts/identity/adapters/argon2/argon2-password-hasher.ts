import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { Failure } from '../../../../kernel/failure.js';
import { PasswordHasher } from '../../application/ports/password-hasher.js';
import { identityFailures } from '../../domain/identity.failures.js';

/** Argon2id (the package's default algorithm): 19 MiB, 2 passes, 1 lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** About two seconds of work; whoever comes later is better told at once. */
const LONGEST_LINE = 100;

export interface HasherLimits {
  /** Hashes worked out at the same time. */
  readonly atOnce: number;
  /** How many more may wait. */
  readonly waiting: number;
}

const THIS_MACHINE: HasherLimits = { atOnce: Math.max(1, availableParallelism() - 1), waiting: LONGEST_LINE };

/** Hashes on the thread pool, one core fewer at a time than there are, so that requests keep being answered. */
export class Argon2PasswordHasher extends PasswordHasher {
  private running = 0;
  private readonly line: (() => void)[] = [];
  /** Verified against where there is no hash; nothing matches it. */
  private readonly decoy = hash(randomBytes(16), COST);

  constructor(private readonly limits: HasherLimits = THIS_MACHINE) {
    super();
  }

  hash(password: string): Promise<string> {
    return this.inLine(() => hash(password, COST));
  }

  async verify(known: string | undefined, password: string): Promise<boolean> {
    if (known !== undefined) return this.inLine(() => verify(known, password));
    const decoy = await this.decoy;
    await this.inLine(() => verify(decoy, password));
    return false;
  }

  private async inLine<T>(work: () => Promise<T>): Promise<T> {
    if (this.running >= this.limits.atOnce) {
      if (this.line.length >= this.limits.waiting) throw new Failure(identityFailures.busy, { retryAfterSeconds: 2 });
      // Whoever finishes hands its place over, so `running` stays.
      await new Promise<void>((resolve) => this.line.push(resolve));
    } else {
      this.running++;
    }
    try {
      return await work();
    } finally {
      const next = this.line.shift();
      if (next) next();
      else this.running--;
    }
  }
}

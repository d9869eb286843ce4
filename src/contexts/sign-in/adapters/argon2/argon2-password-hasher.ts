import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { type HashingFor, PasswordHasher } from '../../application/ports/credentials.js';
import { FairQueue, type HasherLimits } from './fair-queue.js';

/** Argon2id (the package's default): 19 MiB, 2 passes, 1 thread. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** Of random bytes that nobody kept, with that cost: verified where there is no hash, so that both cases take the same time. */
const NOBODYS_HASH = '$argon2id$v=19$m=19456,t=2,p=1$+pz2aepkjHAaJICHzwBQOg$vB/idwrkUuroeb8ySyrjbkcjgz1htXC97NRl2AvYWsA';
/** Who cannot be served within it is refused. */
const MAX_WAIT_MS = 10_000;
/** About what one thread does in that time; it bounds the memory of a flood. */
const MAX_QUEUED_PER_THREAD = 500;

const THREADS = Math.max(1, availableParallelism() - 1);
const DEFAULT_LIMITS: HasherLimits = {
  maxConcurrent: THREADS,
  maxQueued: THREADS * MAX_QUEUED_PER_THREAD,
  maxWaitMs: MAX_WAIT_MS,
};

/** Leaves a core to the event loop. */
export class Argon2PasswordHasher extends PasswordHasher {
  /** Tests lower it. */
  cost = COST;
  private readonly queue: FairQueue;

  constructor(limits: HasherLimits = DEFAULT_LIMITS) {
    super();
    this.queue = new FairQueue(limits);
  }

  hash(password: string, requester?: HashingFor): Promise<string> {
    return this.queue.run(requester, () => hash(password, this.cost));
  }

  async verify(storedHash: string | undefined, password: string, requester?: HashingFor): Promise<boolean> {
    const isRight = await this.queue.run(requester, () => verify(storedHash ?? NOBODYS_HASH, password));
    return isRight && storedHash !== undefined;
  }
}

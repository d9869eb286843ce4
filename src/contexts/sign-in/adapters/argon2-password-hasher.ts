import { LRUCache } from 'lru-cache';
import { networkOf, siteOf } from '../../../kernel/addresses.js';
import { Failure } from '../../../kernel/failure.js';
import { after } from '../../../kernel/timers.js';
import { type HashingFor, PasswordHasher } from '../credentials.js';
import { signInFailures } from '../failures.js';
import { bounded } from '../../../platform/bounded.js';
import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';

export interface HasherLimits {
  readonly maxConcurrent: number;
  /** Per kind of requester. */
  readonly maxQueued: number;
  readonly maxWaitMs: number;
}

/** Levels of shares: kind, then within it IPv6 /48, network and requester. */
type Shares = readonly [kind: string, site: string, network: string, requester: string];

interface Waiting {
  readonly shares: Shares;
  readonly start: () => void;
  readonly refuse: () => void;
}

const [KIND, SITE, NETWORK, REQUESTER] = [0, 1, 2, 3] as const;
const RETRY_AFTER_SECONDS = 2;
/** Number of shares whose turns are remembered; some thousand of them wait at most. */
const REMEMBERED = 20_000;

/**
 * Runs a few pieces of work at once and lets others wait their turn for a while. Each kind of requester has places of its own, of which
 * no requester, network and IPv6 /48 holds more than half; where places are short, the network that waits with the most gives one up.
 * Kinds, then /48s, networks and requesters take turns (start-time fair queueing).
 */
export class FairQueue {
  private readonly running: Shares[] = [];
  private readonly waiting: Waiting[] = [];
  /** The next turn of each share, and the present turn among those within it. */
  private readonly turns = new LRUCache<string, number>(bounded(REMEMBERED));

  constructor(private readonly limits: HasherLimits) {}

  /** @throws Failure `sign_in.busy` */
  async run<T>(requester: HashingFor | undefined, work: () => Promise<T>): Promise<T> {
    const shares = sharesOf(requester);
    this.admit(shares, requester !== undefined);
    this.arrive(shares);
    if (this.running.length < this.limits.maxConcurrent) this.begin(shares);
    else await this.turn(shares);
    try {
      return await work();
    } finally {
      this.running.splice(this.running.indexOf(shares), 1);
      this.next();
    }
  }

  private turn(shares: Shares): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        timeout.stop();
        this.waiting.splice(this.waiting.indexOf(entry), 1);
      };
      const entry: Waiting = {
        shares,
        start: () => {
          leave();
          this.begin(shares);
          resolve();
        },
        refuse: () => {
          leave();
          reject(busy());
        },
      };
      const timeout = after(this.limits.maxWaitMs, entry.refuse);
      this.waiting.push(entry);
    });
  }

  private admit(shares: Shares, isNamed: boolean): void {
    const { maxConcurrent, maxQueued } = this.limits;
    const half = Math.max(1, Math.floor((maxConcurrent + maxQueued) / 2));
    if (isNamed) {
      if (this.places(shares, REQUESTER) >= half) throw busy();
      for (const level of [NETWORK, SITE]) if (this.places(shares, level) >= half) this.makeRoom(shares, level);
    }
    if (this.running.length >= maxConcurrent && this.waitingOf(shares, KIND).length >= maxQueued) this.makeRoom(shares, KIND);
  }

  /** Refuses the newest request of the /48, network and requester that waits with the most; this one if it is theirs. */
  private makeRoom(shares: Shares, level: number): void {
    let waiting = this.waitingOf(shares, level);
    let isOwn = true;
    for (const within of [SITE, NETWORK, REQUESTER].filter((each) => each > level)) {
      const [most, count] = largestShare(waiting, within);
      isOwn &&= count <= waiting.filter(({ shares: held }) => held[within] === shares[within]).length + 1;
      const share = isOwn ? shares[within] : most;
      waiting = waiting.filter(({ shares: held }) => held[within] === share);
    }
    if (isOwn) throw busy();
    waiting.at(-1)!.refuse();
  }

  private waitingOf(shares: Shares, level: number): Waiting[] {
    return this.waiting.filter(({ shares: held }) => held[level] === shares[level]);
  }

  private places(shares: Shares, level: number): number {
    return this.running.filter((held) => held[level] === shares[level]).length + this.waitingOf(shares, level).length;
  }

  /** A share that was away has no turns saved up. */
  private arrive(shares: Shares): void {
    for (const [level, share] of shares.entries())
      this.turns.set(share, Math.max(this.turnOf(share), this.turnOf(among(shares, level))));
  }

  private begin(shares: Shares): void {
    this.running.push(shares);
    for (const [level, share] of shares.entries()) {
      this.turns.set(among(shares, level), this.turnOf(share));
      this.turns.set(share, this.turnOf(share) + 1);
    }
  }

  private turnOf(key: string): number {
    return this.turns.get(key) ?? 0;
  }

  private next(): void {
    if (this.running.length + this.waiting.length === 0) this.turns.clear();
    let first = this.waiting;
    for (const level of [KIND, SITE, NETWORK, REQUESTER]) {
      if (first.length === 0) return;
      const isBefore = (one: Waiting, other: Waiting) => this.turnOf(one.shares[level]) < this.turnOf(other.shares[level]);
      const { shares } = first.reduce((one, other) => (isBefore(other, one) ? other : one));
      first = first.filter((entry) => entry.shares[level] === shares[level]);
    }
    first[0]!.start();
  }
}

/** The newest of several. */
function largestShare(waiting: readonly Waiting[], level: number): readonly [name: string, count: number] {
  const counts = new Map<string, number>();
  for (const { shares } of waiting) counts.set(shares[level]!, (counts.get(shares[level]!) ?? 0) + 1);
  return [...counts].reduce((one, other) => (other[1] >= one[1] ? other : one), ['', 0]);
}

function among(shares: Shares, level: number): string {
  return `among ${level === KIND ? '' : shares[level - 1]}`;
}

function sharesOf(requester: HashingFor | undefined): Shares {
  const { kind = 'stranger', ip = '', who = '' } = requester ?? {};
  const network = networkOf(ip);
  return [kind, `${kind} of site ${siteOf(ip) ?? network}`, `${kind} of network ${network}`, `${kind} by ${who}`];
}

function busy(): Failure {
  return new Failure(signInFailures.busy, { retryAfterSeconds: RETRY_AFTER_SECONDS });
}

/** Argon2id (the package's default): 19 MiB, 2 passes, 1 thread. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** Hash of random bytes that nobody kept, at this cost. It is verified if there is no hash, so that both cases take the same time. */
export const NOBODYS_HASH = '$argon2id$v=19$m=19456,t=2,p=1$+pz2aepkjHAaJICHzwBQOg$vB/idwrkUuroeb8ySyrjbkcjgz1htXC97NRl2AvYWsA';
/** A request that waits longer is refused. */
const MAX_WAIT_MS = 10_000;
/** About the work of one thread in that time; it bounds the memory of a flood. */
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

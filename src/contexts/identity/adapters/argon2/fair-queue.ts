import { Failure } from '../../../../kernel/failure.js';
import type { HashingFor } from '../../application/ports/password-hasher.js';
import { identityFailures } from '../../domain/identity.failures.js';

export interface HasherLimits {
  readonly maxConcurrent: number;
  readonly maxQueued: number;
  readonly maxWaitMs: number;
}

interface Waiting {
  readonly requester: HashingFor | undefined;
  readonly start: () => void;
  readonly refuse: () => void;
}

const RETRY_AFTER_SECONDS = 2;

/**
 * Runs a few pieces of work at once and lets others wait their turn for a while. No requester and no network holds more than half of
 * all places; where places are short, the requester who waits with the most gives one up. Of the networks the one served longest ago
 * is next, and within it the requester served longest ago.
 */
export class FairQueue {
  private readonly running: (HashingFor | undefined)[] = [];
  private waiting: Waiting[] = [];
  /** When each network and requester was last served, while anybody waits. */
  private readonly served = new Map<string, number>();
  private count = 0;

  constructor(private readonly limits: HasherLimits) {}

  /** @throws Failure `identity.busy` */
  async run<T>(requester: HashingFor | undefined, work: () => Promise<T>): Promise<T> {
    this.admit(requester);
    if (this.running.length < this.limits.maxConcurrent) this.begin(requester);
    else await this.turn(requester);
    try {
      return await work();
    } finally {
      this.running.splice(this.running.indexOf(requester), 1);
      this.next();
    }
  }

  private turn(requester: HashingFor | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        clearTimeout(timeout);
        this.waiting.splice(this.waiting.indexOf(entry), 1);
      };
      const entry: Waiting = {
        requester,
        start: () => {
          leave();
          this.begin(requester);
          resolve();
        },
        refuse: () => {
          leave();
          reject(busy());
        },
      };
      const timeout = setTimeout(entry.refuse, this.limits.maxWaitMs);
      this.waiting.push(entry);
    });
  }

  private admit(requester: HashingFor | undefined): void {
    const { maxConcurrent, maxQueued } = this.limits;
    const half = Math.max(1, Math.floor((maxConcurrent + maxQueued) / 2));
    if (requester) {
      if (this.places((held) => held?.who === requester.who) >= half) throw busy();
      const isOfNetwork = (held: HashingFor | undefined) => held?.network === requester.network;
      if (this.places(isOfNetwork) >= half) this.makeRoom(requester, isOfNetwork);
    }
    if (this.running.length >= maxConcurrent && this.waiting.length >= maxQueued) this.makeRoom(requester, () => true);
  }

  /** Refuses the newest of the requester who waits with the most, unless that is this one. */
  private makeRoom(requester: HashingFor | undefined, competes: (held: HashingFor | undefined) => boolean): void {
    const counts = new Map<string, number>();
    for (const { requester: held } of this.waiting)
      if (competes(held)) counts.set(nameOf(held), (counts.get(nameOf(held)) ?? 0) + 1);
    const [name, most] = [...counts].reduce((one, other) => (other[1] > one[1] ? other : one), ['', 0]);
    if (most <= (counts.get(nameOf(requester)) ?? 0) + 1) throw busy();
    this.waiting.findLast(({ requester: held }) => competes(held) && nameOf(held) === name)!.refuse();
  }

  private places(isTheirs: (held: HashingFor | undefined) => boolean): number {
    return this.running.filter(isTheirs).length + this.waiting.filter(({ requester }) => isTheirs(requester)).length;
  }

  private begin(requester: HashingFor | undefined): void {
    this.running.push(requester);
    this.count++;
    for (const key of [networkOf(requester), nameOf(requester)]) this.served.set(key, this.count);
  }

  private next(): void {
    if (this.waiting.length === 0) return this.served.clear();
    const lastServed = (key: string) => this.served.get(key) ?? 0;
    const isBefore = ({ requester: one }: Waiting, { requester: other }: Waiting) =>
      lastServed(networkOf(one)) - lastServed(networkOf(other)) || lastServed(nameOf(one)) - lastServed(nameOf(other));
    this.waiting.reduce((one, other) => (isBefore(other, one) < 0 ? other : one)).start();
  }
}

function networkOf(requester: HashingFor | undefined): string {
  return `network ${requester?.network ?? ''}`;
}

function nameOf(requester: HashingFor | undefined): string {
  return `requester ${requester?.who ?? ''}`;
}

function busy(): Failure {
  return new Failure(identityFailures.busy, { retryAfterSeconds: RETRY_AFTER_SECONDS });
}

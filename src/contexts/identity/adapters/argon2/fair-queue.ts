import { Failure } from '../../../../kernel/failure.js';
import type { HashingFor } from '../../application/ports/password-hasher.js';
import { identityFailures } from '../../domain/identity.failures.js';

export interface HasherLimits {
  readonly maxConcurrent: number;
  readonly maxQueued: number;
}

interface Waiting {
  readonly requester: HashingFor | undefined;
  readonly start: () => void;
  readonly refuse: (error: Failure) => void;
}

/**
 * Runs a few pieces of work at once and lets others wait. No requester and no network holds more than half of all places; where
 * places are short, the requester who waits with the most gives one up. The requester served longest ago is next.
 */
export class FairQueue {
  private readonly running: (HashingFor | undefined)[] = [];
  private waiting: Waiting[] = [];
  /** When each requester that still waits was last served. */
  private readonly served = new Map<string, number>();
  private count = 0;

  constructor(private readonly limits: HasherLimits) {}

  /** @throws Failure `identity.busy` */
  async run<T>(requester: HashingFor | undefined, work: () => Promise<T>): Promise<T> {
    this.admit(requester);
    if (this.running.length < this.limits.maxConcurrent) this.begin(requester);
    else
      await new Promise<void>((resolve, reject) => {
        const start = () => {
          this.begin(requester);
          resolve();
        };
        this.waiting.push({ requester, start, refuse: reject });
      });
    try {
      return await work();
    } finally {
      this.running.splice(this.running.indexOf(requester), 1);
      this.next();
    }
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
    const place = this.waiting.findLastIndex(({ requester: held }) => competes(held) && nameOf(held) === name);
    this.waiting.splice(place, 1)[0]!.refuse(busy());
  }

  private places(isTheirs: (held: HashingFor | undefined) => boolean): number {
    return this.running.filter(isTheirs).length + this.waiting.filter(({ requester }) => isTheirs(requester)).length;
  }

  private begin(requester: HashingFor | undefined): void {
    this.running.push(requester);
    this.served.set(nameOf(requester), ++this.count);
  }

  private next(): void {
    if (this.waiting.length === 0) return this.served.clear();
    const lastServed = ({ requester }: Waiting) => this.served.get(nameOf(requester)) ?? 0;
    const next = this.waiting.reduce((one, other) => (lastServed(other) < lastServed(one) ? other : one));
    this.waiting = this.waiting.filter((each) => each !== next);
    next.start();
  }
}

function nameOf(requester: HashingFor | undefined): string {
  return requester?.who ?? '';
}

function busy(): Failure {
  return new Failure(identityFailures.busy, { retryAfterSeconds: 2 });
}

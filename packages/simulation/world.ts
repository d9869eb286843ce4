import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash } from 'node:crypto';
import { RandomPool, useRandom } from '../../src/kernel/random.js';
import { type Timer, type TimeSource, useTime } from '../../src/kernel/timers.js';
import { Random } from '../harness/random.js';

/** Unix ms at which virtual time begins. */
export const EPOCH_MS = 1_900_000_000_000;

/** Something with a clock and timers of its own, which may be frozen or end. */
export class Host {
  isDead = false;
  frozenUntilMs = 0;
  readonly random: RandomPool;

  /** @param skewMs how far its wall clock is ahead */
  constructor(
    readonly name: string,
    random: Random,
    readonly skewMs = 0,
  ) {
    this.random = new RandomPool((block) => block.forEach((_, index) => (block[index] = random.below(256))));
  }
}

interface Event {
  atMs: number;
  /** Of two at one time the one that was made first comes first. */
  no: number;
  readonly host: Host;
  readonly work: () => void;
  readonly everyMs: number | undefined;
  isStopped: boolean;
}

/** Virtual time: it stands still while anything runs, and goes on to the next timer of any host. */
export class World implements TimeSource {
  private readonly events: Event[] = [];
  private readonly hosts = new AsyncLocalStorage<Host>();
  private readonly hash = createHash('sha256');
  private readonly outside: Host;
  private lastNo = 0;
  private now = 0;
  trace: ((line: string) => void) | undefined;

  constructor(
    private readonly seed: number,
    private readonly epochMs = EPOCH_MS,
  ) {
    this.outside = new Host('world', this.random('world'));
  }

  get nowMs(): number {
    return this.now;
  }

  /** A stream of chance of its own, so that what one part draws does not change what another one does. */
  random(name: string): Random {
    return new Random(createHash('sha256').update(`${this.seed} ${name}`).digest().readInt32LE());
  }

  wallMs(): number {
    return this.epochMs + Math.floor(this.now) + this.host.skewMs;
  }

  steadyMs(): number {
    return this.now;
  }

  after(ms: number, work: () => void): Timer {
    return this.schedule(ms, work, undefined);
  }

  every(ms: number, work: () => void): Timer {
    return this.schedule(ms, work, ms);
  }

  soon(work: () => void): void {
    this.schedule(0, work, undefined);
  }

  /** What it begins belongs to the host, also what follows from that later. */
  on<T>(host: Host, work: () => T): T {
    return this.hosts.run(host, work);
  }

  /** The database, Redis, clients and faults, which no fault of a process holds up. */
  beside<T>(work: () => T): T {
    return this.on(this.outside, work);
  }

  sleep(ms: number): Promise<void> {
    return new Promise((resolve) => void this.after(ms, resolve));
  }

  /** Part of the hash of the run. */
  tell(line: string): void {
    const text = `${this.now.toFixed(3)} ${line}`;
    this.hash.update(text).update('\n');
    this.trace?.(text);
  }

  digest(): string {
    return this.hash.copy().digest('hex').slice(0, 16);
  }

  /** Runs `work` where the kernel has its time and chance from here. */
  async enter<T>(work: () => Promise<T>): Promise<T> {
    const giveBack = [useTime(this), useRandom(() => this.host.random)];
    try {
      return await work();
    } finally {
      for (const each of giveBack) each();
    }
  }

  async runUntil(isOver: () => boolean): Promise<void> {
    while (!isOver() && this.fireNext()) await this.settled();
  }

  /** What is due within that time happens, in its order. */
  async advance(ms: number): Promise<void> {
    const end = this.now + ms;
    await this.settled();
    while (this.fireNext(end)) await this.settled();
    this.now = end;
  }

  /** All promises that can go on have. */
  protected settled(): Promise<void> {
    return new Promise((resolve) => void setImmediate(resolve));
  }

  /** False if nothing is due by then. */
  protected fireNext(endMs = Infinity): boolean {
    for (let first = this.events[0]; first && first.atMs <= endMs; first = this.events[0]) {
      const event = takeFirst(this.events)!;
      const { host, everyMs } = event;
      if (event.isStopped || host.isDead) continue;
      if (host.frozenUntilMs > event.atMs) {
        this.put(event, host.frozenUntilMs);
        continue;
      }
      this.now = Math.max(this.now, event.atMs);
      this.hosts.run(host, event.work);
      if (everyMs !== undefined) this.put(event, this.now + everyMs);
      return true;
    }
    return false;
  }

  private get host(): Host {
    return this.hosts.getStore() ?? this.outside;
  }

  private schedule(ms: number, work: () => void, everyMs: number | undefined): Timer {
    const event: Event = { atMs: 0, no: 0, host: this.host, work, everyMs, isStopped: false };
    this.put(event, this.now + Math.max(0, ms));
    const timer: Timer = { stop: () => void (event.isStopped = true), unref: () => timer };
    return timer;
  }

  private put(event: Event, atMs: number): void {
    event.atMs = atMs;
    event.no = ++this.lastNo;
    let index = this.events.push(event) - 1;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      if (!isBefore(event, this.events[parent]!)) break;
      this.events[index] = this.events[parent]!;
      index = parent;
    }
    this.events[index] = event;
  }
}

function isBefore(one: Event, other: Event): boolean {
  return one.atMs < other.atMs || (one.atMs === other.atMs && one.no < other.no);
}

/** Of a binary heap. */
function takeFirst(events: Event[]): Event | undefined {
  const first = events[0];
  const last = events.pop();
  if (!first || !last || first === last) return first;
  let index = 0;
  for (;;) {
    let child = 2 * index + 1;
    if (child >= events.length) break;
    if (child + 1 < events.length && isBefore(events[child + 1]!, events[child]!)) child++;
    if (!isBefore(events[child]!, last)) break;
    events[index] = events[child]!;
    index = child;
  }
  events[index] = last;
  return first;
}

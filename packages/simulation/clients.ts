import { Replayed } from '../../src/kernel/caller.js';
import { Failure } from '../../src/kernel/failure.js';
import type { CommitResult } from '../../src/ledger/domain/ledger-command.js';
import type { Random } from '../harness/random.js';
import { commandOf, type Held, placesOf, WALLETS, type Wish } from './commands.js';
import type { Oracle } from './oracle.js';
import type { SimulatedProcess } from './process.js';
import type { World } from './world.js';

/** A client that is not answered for so long asks again, under the same key. */
const PATIENCE_MS = 6_000;
const UNDECIDED_MS = 300_000;
/** What a client may be told that leaves its wish undecided. */
const ASK_AGAIN = new Set(['ledger.outcome_unknown', 'ledger.overloaded']);

export type Ended = 'committed' | 'refused' | 'stale' | 'undecided';
type Answer = { readonly result: CommitResult } | { readonly error: unknown } | 'ended' | 'silent';

/** Clients with one wish at a time, which they repeat under its key at any process until it is decided. */
export class Clients {
  open = 0;
  /** What was sent to a process, and neither it nor its end has told of. */
  unanswered = 0;
  isClosing = false;
  private readonly holds: Held[] = [];
  private lastKey = 0;

  constructor(
    private readonly world: World,
    private readonly random: Random,
    private readonly oracle: Oracle,
    private readonly processes: () => readonly SimulatedProcess[],
    private readonly pauseMs: number,
  ) {}

  start(clients: number): void {
    for (let no = 0; no < clients; no++) void this.world.beside(() => this.run());
  }

  private async run(): Promise<void> {
    while (!this.isClosing) {
      await this.world.sleep(this.random.next() * this.pauseMs);
      await this.wish();
    }
  }

  private async wish(): Promise<void> {
    const { random } = this;
    const key = `k${++this.lastKey}`;
    const chosen = random.next();
    const [from, amount, isListed] = [random.pick(WALLETS), 1 + random.below(9_000), random.chance(0.5)];
    if (chosen < 0.15) {
      const wish: Wish = { kind: 'hold', key, from, amount: amount + 10, isListed };
      if ((await this.send(wish)) === 'committed') this.holds.push({ subject: key, payer: from, isListed });
    } else if (chosen < 0.3 && this.holds.length > 0) {
      await this.endHold(this.holds.splice(random.below(this.holds.length), 1)[0]!);
    } else {
      const to = random.pick(WALLETS.filter((wallet) => wallet !== from));
      const wish: Wish = { kind: 'transfer', key, from, to, amount };
      // A client that pressed twice.
      await Promise.all([this.send(wish), ...(random.chance(0.1) ? [this.send(wish)] : [])]);
    }
  }

  /** Sometimes by two at once who do not agree: under one key, as a callback and a job, or under two, as a job and staff. */
  private async endHold(held: Held): Promise<void> {
    const { random } = this;
    const isRival = random.chance(0.2);
    const as = random.pick(['post', 'void'] as const);
    const wish: Wish = { kind: 'end', key: `of ${held.subject}`, held, as, isRival };
    const other: Wish = { ...wish, as: as === 'post' ? 'void' : 'post', key: isRival ? `by staff ${held.subject}` : wish.key };
    const ends = await Promise.all([this.send(wish), ...(isRival || random.chance(0.3) ? [this.send(other)] : [])]);
    if (!ends.includes('committed')) this.oracle.wrong(`hold ${held.subject} could not be ended: ${ends.join()}`);
  }

  private async send(wish: Wish): Promise<Ended> {
    const { world, random, oracle } = this;
    const begunMs = world.nowMs;
    this.open++;
    try {
      for (;;) {
        const process = random.pick(this.processes());
        const command = world.on(process.host, () => commandOf(wish));
        const answer = await this.ask(wish, process, command);
        const ended = this.judge(wish, command.response, answer);
        if (ended) return ended;
        if (world.nowMs - begunMs > UNDECIDED_MS) {
          oracle.wrong(`${wish.kind} ${wish.key} is undecided after ${UNDECIDED_MS} ms`);
          return 'undecided';
        }
        await world.sleep(5 + random.next() * 150);
      }
    } finally {
      this.open--;
    }
  }

  private async ask(wish: Wish, process: SimulatedProcess, command: ReturnType<typeof commandOf>): Promise<Answer> {
    const sinceMs = this.world.nowMs;
    const answer = await this.answerOf(process, command);
    const wasThere = answer !== 'ended' && process.host.frozenUntilMs <= sinceMs;
    if (wasThere) this.oracle.waited(sinceMs, placesOf(wish));
    return answer;
  }

  private answerOf(process: SimulatedProcess, command: ReturnType<typeof commandOf>): Promise<Answer> {
    this.unanswered++;
    const committed = this.world
      .on(process.host, () => process.ledger.commit(command))
      .then(
        (result): Answer => ({ result }),
        (error: unknown): Answer => ({ error }),
      );
    const silent = this.world.sleep(PATIENCE_MS * (0.2 + this.random.next())).then((): Answer => 'silent');
    void Promise.race([committed, process.ended]).then(() => this.unanswered--);
    return Promise.race([committed, process.ended, silent]);
  }

  /** @returns undefined where the client must ask again */
  private judge(wish: Wish, response: unknown, answer: Answer): Ended | undefined {
    const { oracle } = this;
    if (answer === 'ended' || answer === 'silent') return undefined;
    if ('error' in answer) {
      const { error } = answer;
      const name = error instanceof Failure ? error.failure : 'no failure of the ledger';
      // Nothing was done, as the port says.
      if (name === 'ledger.overloaded') oracle.denied(response);
      if (ASK_AGAIN.has(name)) return undefined;
      if (name === 'ledger.hold_mismatch' && wish.kind === 'end' && wish.isRival) return 'refused';
      if (name === 'ledger.insufficient_funds') oracle.refused(wish);
      else oracle.wrong(`${wish.kind} ${wish.key}: ${name} ${String((error as Error).cause ?? error)}`);
      return 'refused';
    }
    const { result } = answer;
    if (result === 'stale') return 'stale';
    if (result instanceof Replayed && isSame(result.record.response, response))
      oracle.wrong(`${wish.kind} ${wish.key}: an attempt is told that it repeats itself`);
    if (!(result instanceof Replayed)) oracle.acknowledged(wish, response);
    else if (result.record.state === 'refused') oracle.refused(wish);
    else oracle.acknowledged(wish, result.record.response);
    return result instanceof Replayed && result.record.state === 'refused' ? 'refused' : 'committed';
  }
}

function isSame(one: unknown, other: unknown): boolean {
  return (one as { readonly journal?: string } | undefined)?.journal === (other as { readonly journal: string }).journal;
}

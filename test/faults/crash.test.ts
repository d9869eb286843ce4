import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../src/kernel/ids.js';
import { BACKENDS } from '../support/backend.js';
import { openLedger, type LedgerFixture } from '../support/ledger-fixture.js';
import { verify } from '../ledger/verify.js';
import { type Compiled, compile } from './compiled.js';
import { CRASH_POINTS, type CrashPoint } from './crash-points.js';
import type { Acknowledged, Order, Payment } from './ledger-child.js';

const WALLETS = 6;
const OPENING = 30_000;
const PAYMENTS = 600;
/** Counted from the first answer of a process; its progress by then varies with the machine. */
const KILL_AFTER_MS = [0, 1, 3, 6, 10, 15, 22, 30];

interface RunEnd {
  readonly acknowledged: readonly Acknowledged[];
  readonly signal: string | null;
}

let compiled: Compiled;
beforeAll(async () => {
  compiled = await compile();
});

describe.each(BACKENDS)("crash of the ledger's process on %s", (backend) => {
  let books: LedgerFixture;
  let wallets: string[];
  beforeAll(async () => {
    books = await openLedger(backend);
    wallets = await Promise.all(Array.from({ length: WALLETS }, () => books.wallet(OPENING)));
  });
  afterAll(() => books.close());

  const points = CRASH_POINTS.filter((point) => backend === 'mysql' || point !== 'at commit');
  it.each(points)('%s: earlier answers hold, and unanswered requests are decided by their keys', async (point) => {
    const payments = somePayments();
    const crashed = await run({ payments, crash: { point, batch: 3 } });
    expect([crashed.signal, crashed.acknowledged.length > 0]).toEqual(['SIGKILL', true]);
    await expectResolved(payments, crashed.acknowledged, point);
  });

  it('at random times: the same', async () => {
    const payments: Payment[] = [];
    const answers = new Map<string, Acknowledged>();
    let interrupted = 0;
    for (const killAfterMs of KILL_AFTER_MS) {
      payments.push(...somePayments());
      // Clients without an answer repeat their requests, among new ones.
      const { acknowledged } = await run({ payments: payments.filter(({ key }) => !answers.has(key)) }, killAfterMs);
      for (const entry of acknowledged) answers.set(entry.key, entry);
      if (answers.size < payments.length) interrupted++;
    }
    expect(interrupted).toBeGreaterThan(KILL_AFTER_MS.length / 2);
    await expectResolved(payments, [...answers.values()]);
  });

  // SQLite is written by one process alone.
  it.each(backend === 'mysql' ? ['another one'] : [])('while %s writes: the same, and the other answers everything', async () => {
    const [payments, others] = [somePayments(), somePayments()];
    const [crashed, other] = await Promise.all([run({ payments }, KILL_AFTER_MS.at(-1)), run({ payments: others })]);
    expect([crashed.signal, other.signal, other.acknowledged.length]).toEqual(['SIGKILL', null, others.length]);
    await expectResolved([...payments, ...others], [...crashed.acknowledged, ...other.acknowledged]);
  });

  function somePayments(): Payment[] {
    return Array.from({ length: PAYMENTS }, (_, index) => ({
      key: newId(),
      from: wallets[index % WALLETS]!,
      to: wallets[(index * 7 + 1) % WALLETS]!,
      // Some exceed the balance, because refusals must survive as well.
      amountKobo: index % 10 === 0 ? 10 * OPENING : 1 + ((index * 37) % 900),
    })).filter(({ from, to }) => from !== to);
  }

  /** Restarts, repeats all requests, and compares the answers with the earlier ones. */
  async function expectResolved(payments: Payment[], before: readonly Acknowledged[], point?: CrashPoint): Promise<void> {
    const { acknowledged: after, signal } = await run({ payments });
    expect([signal, after.length]).toEqual([null, payments.length]);
    const answers = new Map(after.map((entry) => [entry.key, entry]));
    for (const { key, journal } of before) expect(answers.get(key)).toEqual({ key, outcome: 'replayed', journal });

    // Nothing of a batch that crashed before its commit exists, all of one that crashed after.
    const firsts = after.filter(({ outcome }) => outcome !== 'replayed').length;
    const undecided = payments.length - before.length;
    if (point === 'after commit') expect(firsts).toBeLessThan(undecided);
    else if (point !== undefined && point !== 'at commit') expect(firsts).toBe(undecided);

    const journals = await books.dataSource.query<{ id: string }[]>('SELECT id FROM journal');
    const committed = after.flatMap(({ journal }) => journal ?? []);
    expect(new Set(committed).size).toBe(committed.length);
    const known = new Set(journals.map(({ id }) => id));
    expect(committed.filter((id) => !known.has(id))).toEqual([]);
    const [row] = await books.database.rows<{ total: number | string; requests: number }>(
      "SELECT SUM(balance_kobo) AS total, (SELECT COUNT(*) FROM money_request WHERE journal_id IS NOT NULL) AS requests FROM ledger_account WHERE kind = 'wallet'",
    );
    expect([Number(row!.total), row!.requests]).toEqual([WALLETS * OPENING, journals.length]);
    expect(await verify(books.config)).toMatchObject({ ok: true });
  }

  /** One run of a process; `killAfterMs` counts from its first answer. */
  async function run(order: Order, killAfterMs?: number): Promise<RunEnd> {
    const child = fork(compiled.file('test/faults/ledger-child.ts'), { env: { ...process.env, ...books.environment } });
    const acknowledged: Acknowledged[] = [];
    const ended = once(child, 'close') as Promise<[number | null, string | null]>;
    child.on('message', (message: 'ready' | Acknowledged) => {
      if (message === 'ready') return void child.send(order);
      acknowledged.push(message);
      if (acknowledged.length === 1 && killAfterMs !== undefined) void pause(killAfterMs).then(() => child.kill('SIGKILL'));
    });
    const [code, signal] = await ended;
    expect([null, 0]).toContain(code);
    return { acknowledged, signal };
  }
});

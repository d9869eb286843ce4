import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../src/kernel/ids.js';
import { openLedger, type LedgerFixture } from '../support/ledger-fixture.js';
import { until } from '../support/until.js';
import { verify } from '../ledger/verify.js';
import { type Compiled, compile } from './compiled.js';
import type { Acknowledged, Order, Payment } from './ledger-child.js';

const PAYMENTS = 1_500;
/** Longer than the lease of the writer. */
const STOPPED_MS = 5_000;

interface Running {
  readonly child: ChildProcess;
  readonly acknowledged: Acknowledged[];
  readonly ended: Promise<unknown>;
}

describe('three processes, one of which writes for all', () => {
  let compiled: Compiled;
  let books: LedgerFixture;
  let [ada, ben] = ['', ''];
  beforeAll(async () => {
    compiled = await compile();
    books = await openLedger('mysql');
    [ada, ben] = [await books.wallet(100_000), await books.wallet(0)];
  });
  afterAll(() => books.close());

  const somePayments = (): Payment[] =>
    Array.from({ length: PAYMENTS }, () => ({ key: newId(), from: ada, to: ben, amountKobo: 1 }));

  async function start(payments: readonly Payment[]): Promise<Running> {
    const child = fork(compiled.file('test/faults/ledger-child.ts'), { env: { ...process.env, ...books.environment } });
    const acknowledged: Acknowledged[] = [];
    const ended = once(child, 'close');
    await once(child, 'message');
    child.on('message', (answer: Acknowledged) => acknowledged.push(answer));
    child.send({ payments, forwards: true } satisfies Order);
    return { child, acknowledged, ended };
  }

  /** The first to start is the writer. */
  async function startThree() {
    const payments = [somePayments(), somePayments(), somePayments()];
    const writer = await start(payments[0]!);
    await until(() => Promise.resolve(writer.acknowledged.length > 0));
    const others = [await start(payments[1]!), await start(payments[2]!)];
    await until(() => Promise.resolve(others.every(({ acknowledged }) => acknowledged.length > PAYMENTS / 10)));
    return { payments, writer, others };
  }

  /** Repeats all that was sent: what was acknowledged is replayed, and everything is there once. */
  async function expectOnce(before: number, payments: readonly Payment[], earlier: readonly Acknowledged[]): Promise<void> {
    const repeated = await start(payments);
    await repeated.ended;
    const answers = new Map(repeated.acknowledged.map((answer) => [answer.key, answer]));
    expect(answers.size).toBe(payments.length);
    for (const { key, journal } of earlier) expect(answers.get(key)).toEqual({ key, outcome: 'replayed', journal });
    expect((await books.wallets.balanceOf(ben))! - before).toBe(payments.length);
    expect(await verify(books.config)).toMatchObject({ ok: true });
  }

  it('the writer is killed: the others answer everything, and nothing is done twice', async () => {
    const before = (await books.wallets.balanceOf(ben))!;
    const { payments, writer, others } = await startThree();
    writer.child.kill('SIGKILL');
    await Promise.all(others.map(({ ended }) => ended));
    for (const { acknowledged } of others)
      expect(acknowledged.map(({ outcome }) => outcome)).toEqual(Array(PAYMENTS).fill('committed'));
    await expectOnce(
      before,
      payments.flat(),
      [writer, ...others].flatMap(({ acknowledged }) => acknowledged),
    );
  });

  it('the writer is stopped and goes on: the others do not wait for it, and it does nothing twice', async () => {
    const before = (await books.wallets.balanceOf(ben))!;
    const { payments, writer, others } = await startThree();
    writer.child.kill('SIGSTOP');
    const stopped = pause(STOPPED_MS, 'stopped');
    const first = await Promise.race([Promise.all(others.map(({ ended }) => ended)), stopped]);
    expect(first).not.toBe('stopped');
    await stopped;
    writer.child.kill('SIGCONT');
    await writer.ended;
    const answers = [writer, ...others].flatMap(({ acknowledged }) => acknowledged);
    expect(answers.map(({ outcome }) => outcome)).toEqual(Array(3 * PAYMENTS).fill('committed'));
    await expectOnce(before, payments.flat(), answers);
  });
});

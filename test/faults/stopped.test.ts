import { fork } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isStopped } from '../../packages/harness/servers/stop-process.js';
import { newId } from '../../src/kernel/ids.js';
import { movement, openLedger, type LedgerFixture } from '../support/ledger-fixture.js';
import { verify } from '../ledger/verify.js';
import { type Compiled, compile } from './compiled.js';
import type { Acknowledged, Order } from './ledger-child.js';

let compiled: Compiled;
let books: LedgerFixture;
beforeAll(async () => {
  compiled = await compile();
  books = await openLedger('mysql');
});
afterAll(() => books.close());

it('a process stopped while it holds the head of the chain does not hold up others until it goes on', async () => {
  const [ada, ben] = [await books.wallet(10_000), await books.wallet(0)];
  const payments = Array.from({ length: 50 }, () => ({ key: newId(), from: ada, to: ben, amountKobo: 10 }));
  const order: Order = { payments, crash: { point: 'before commit', batch: 1, signal: 'SIGSTOP' } };
  const child = fork(compiled.file('test/faults/ledger-child.ts'), { env: { ...process.env, ...books.environment } });
  const answers: Acknowledged[] = [];
  const ended = once(child, 'close');
  child.on('message', (message: 'ready' | Acknowledged) => {
    if (message === 'ready') child.send(order);
    else answers.push(message);
  });
  await expect.poll(() => isStopped(child.pid!)).toBe(true);
  // It goes on only afterwards.
  await books.ledger.commit(movement(ada, ben, 1));
  child.kill('SIGCONT');
  await ended;
  expect(answers.map(({ outcome }) => outcome)).toEqual(payments.map(() => 'committed'));
  expect(await books.wallets.balanceOf(ben)).toBe(501);
  expect(await verify(books.config)).toMatchObject({ ok: true });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Failure } from '../../src/kernel/failure.js';
import { SqlSpending } from '../../src/ledger/adapters/sql/sql-spending.js';
import { kobo } from '../../src/kernel/money.js';
import { endingJournal, type HoldEnding, providerClearing, providerHeld, type SpendingLimit } from '../../src/ledger/index.js';
import { BACKENDS } from '../support/backend.js';
import { until } from '../support/until.js';
import { type LedgerFixture, movement, openLedger, request } from '../support/ledger-fixture.js';

const DAY_MS = 86_400_000;
const LIMIT = 10_000;

describe.each(BACKENDS)('spending limits on %s', (backend) => {
  let books: LedgerFixture;
  let spending: SqlSpending;
  beforeAll(async () => {
    books = await openLedger(backend);
    spending = new SqlSpending(books.database);
  });
  afterAll(() => books.close());

  async function limitOf(account: string): Promise<SpendingLimit> {
    const fromMs = Date.now() - DAY_MS;
    const { seq, postedAt, sumsKobo } = await spending.since(account, [fromMs]);
    const refusal = { name: 'test.limit', kind: 'refused' as const, text: '' };
    const periods = [{ fromMs, untilMs: Date.now() + DAY_MS, limitKobo: LIMIT, spentKobo: sumsKobo[0]!, refusal }];
    return { account, seq, postedAt, periods };
  }

  it('reads what was spent since each time, and the posting up to which it is counted', async () => {
    const [ada, ben] = [await books.wallet(1_000), await books.wallet(0)];
    expect(await spending.since('nobody', [0, 1])).toEqual({ seq: 0, postedAt: 0, sumsKobo: [0, 0] });
    expect(await spending.since(ada, [5])).toEqual({ seq: 1, postedAt: 5, sumsKobo: [0] });
    await books.ledger.commit(movement(ada, ben, 100));
    const last = await books.ledger.commit(movement(ada, ben, 20));
    await books.ledger.commit(movement(ben, ada, 5));
    const { committedAt } = last as { committedAt: number };
    expect(await spending.since(ada, [0, committedAt + 1])).toEqual({ seq: 4, postedAt: committedAt, sumsKobo: [120, 0] });
  });

  it('counts no purchase that was given back, in the period in which it was bought', async () => {
    const ada = await books.wallet(1_000);
    const [held, owed] = [providerHeld('one'), providerClearing('one')];
    const notes = { [held]: 'n', [owed]: 'n', [ada]: 'n' };
    const buy = async (amountKobo: number) => {
      const holds = [{ account: 'system:fees', amountKobo: kobo(0) }];
      const { journal, ...command } = movement(ada, held, amountKobo);
      await books.ledger.commit({ ...command, journal: { ...journal!, kind: 'purchase', holds } });
      return journal!.subject;
    };
    const end = (subject: string, ends: HoldEnding) =>
      books.ledger.commit({ idempotencyKey: request(), journal: endingJournal(subject, ends) });
    const [failed, reversed, delivered] = [await buy(100), await buy(20), await buy(3)];
    await buy(4);
    const before = await spending.since(ada, [0]);
    expect(before.sumsKobo).toEqual([127]);
    await end(failed, { as: 'void', notes });
    for (const subject of [reversed, delivered]) await end(subject, { as: 'post', to: owed, notes });
    expect((await spending.since(ada, [0])).sumsKobo).toEqual([27]);
    // In a period that begins behind the purchases.
    await until(() => Promise.resolve(Date.now() > before.postedAt + 5));
    await end(reversed, { as: 'reverse', notes });
    const after = await spending.since(ada, [0, before.postedAt + 1]);
    expect(after).toEqual({ seq: before.seq + 2, postedAt: before.postedAt, sumsKobo: [7, 0] });
  });

  it('are never exceeded by two processes at once, and used up to the last kobo', async () => {
    const payers = await Promise.all(Array.from({ length: 4 }, () => books.wallet(1_000_000)));
    const receiver = await books.wallet(0);
    const ledgers = [books.ledger, books.anotherLedger()];
    let paidKobo = 0;
    const pay = async (payer: string, amountKobo: number, index: number) => {
      const command = movement(payer, receiver, amountKobo, { spendingLimit: await limitOf(payer) });
      try {
        await ledgers[index % 2]!.commit(command);
        paidKobo += amountKobo;
      } catch (error) {
        if (!(error instanceof Failure) || error.failure !== 'test.limit') throw error;
      }
    };
    for (let round = 0; round < 4; round++) {
      const amounts = Array.from({ length: 60 }, (_, index) => ((index * 7919 + round * 104_729) % 900) + 1);
      await Promise.all(amounts.map((amountKobo, index) => pay(payers[index % 4]!, amountKobo, index >> 2)));
    }
    await Promise.all(Array.from({ length: 4 * 200 }, (_, index) => pay(payers[index % 4]!, 1 + (index % 5), index >> 2)));
    for (let kobo = 0; kobo < 5; kobo++) for (const payer of payers) await pay(payer, 1, kobo);
    const spent = await Promise.all(payers.map(async (payer) => (await spending.since(payer, [0])).sumsKobo[0]));
    expect(spent).toEqual([LIMIT, LIMIT, LIMIT, LIMIT]);
    expect([paidKobo, await books.wallets.balanceOf(receiver)]).toEqual([4 * LIMIT, 4 * LIMIT]);
  });

  it('of both ways count what comes in, too, and are never exceeded by two processes at once', async () => {
    const [ada, ben] = [await books.wallet(0), await books.wallet(1_000_000)];
    const fromMs = Date.now();
    await until(() => Date.now() > fromMs);
    const refusal = { name: 'test.limit', kind: 'refused' as const, text: '' };
    const limitOfBoth = async (): Promise<SpendingLimit> => {
      const { seq, postedAt, sumsKobo, receivedKobo } = await spending.since(ada, [fromMs], [fromMs]);
      const spentKobo = sumsKobo[0]! + receivedKobo![0]!;
      const periods = [{ fromMs, untilMs: fromMs + DAY_MS, limitKobo: LIMIT, spentKobo, isBothWays: true, refusal }];
      return { account: ada, seq, postedAt, periods };
    };
    const ledgers = [books.ledger, books.anotherLedger()];
    const move = async (index: number) => {
      const receivingLimit = index % 3 === 0 ? undefined : await limitOfBoth();
      const spendingLimit = index % 3 === 0 ? await limitOfBoth() : undefined;
      const [from, to] = index % 3 === 0 ? [ada, ben] : [ben, ada];
      return ledgers[index % 2]!.commit(movement(from, to, 300, { receivingLimit, spendingLimit }));
    };
    await Promise.allSettled(Array.from({ length: 100 }, (_, index) => move(index)));
    const { sumsKobo, receivedKobo } = await spending.since(ada, [fromMs], [fromMs]);
    expect(sumsKobo[0]! + receivedKobo![0]!).toBe(9_900);
    expect(receivedKobo![0]! - sumsKobo[0]!).toBe(await books.wallets.balanceOf(ada));
    await expect(move(1)).rejects.toMatchObject({ failure: 'test.limit' });
  });
});

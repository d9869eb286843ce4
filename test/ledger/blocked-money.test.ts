import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../src/kernel/ids.js';
import { kobo } from '../../src/kernel/money.js';
import { type BlockChange, ledgerFailures } from '../../src/ledger/index.js';
import type { GroupCommitLedger } from '../../src/ledger/application/group-commit-ledger.js';
import { BACKENDS } from '../support/backend.js';
import { verify } from './verify.js';
import { type LedgerFixture, movement, openLedger, request } from '../support/ledger-fixture.js';

describe.each(BACKENDS)('blocked money on %s', (backend) => {
  let books: LedgerFixture;
  beforeAll(async () => {
    books = await openLedger(backend);
  });
  afterAll(() => books.close());

  const change = (blocks: BlockChange, ledger: GroupCommitLedger = books.ledger) =>
    ledger.commit({ idempotencyKey: request(), blocks, response: null });
  const block = (account: string, id: string, amountKobo?: number, untilMs?: number) =>
    change({ account, block: { id, amountKobo, untilMs } });
  const pay = (from: string, to: string, amountKobo: number, ledger: GroupCommitLedger = books.ledger) =>
    ledger.commit(movement(from, to, amountKobo));
  const walletOf = async (account: string) => {
    const { balanceKobo, blockedKobo } = (await books.wallets.find(account))!;
    return { balanceKobo, blockedKobo };
  };
  const refused = (text: string) => ({ failure: ledgerFailures.money_blocked.name, message: expect.stringContaining(text) });

  it('stays where it is, to the last kobo, whatever its owner pays at once in two processes', async () => {
    const [ada, ben] = [await books.wallet(10_000), await books.wallet(0)];
    const ledgers = [books.ledger, books.anotherLedger()];
    // Both know the account before anything is blocked in it.
    for (const ledger of ledgers) await pay(ada, ben, 1, ledger);
    await block(ada, newId(), 3_998);
    const paid = await Promise.allSettled(Array.from({ length: 50 }, (_, index) => pay(ada, ben, 200, ledgers[index % 2])));
    expect(paid.filter(({ status }) => status === 'fulfilled')).toHaveLength(30);
    const refusals = paid.flatMap((each) => (each.status === 'rejected' ? [each.reason as unknown] : []));
    expect(refusals).toEqual(Array.from({ length: 20 }, () => expect.objectContaining(refused('is free'))));
    expect(await walletOf(ada)).toEqual({ balanceKobo: 3_998, blockedKobo: 3_998 });
  });

  it('is blocked for every process as soon as the block is answered', async () => {
    const [ada, ben] = [await books.wallet(1_000), await books.wallet(0)];
    const other = books.anotherLedger();
    for (let round = 0; round < 5; round++) {
      const id = newId();
      await pay(ada, ben, 1, other);
      await block(ada, id);
      await expect(pay(ada, ben, 1, other)).rejects.toMatchObject(refused('0.01 is needed'));
      await change({ account: ada, lift: id }, other);
    }
    expect(await walletOf(ada)).toEqual({ balanceKobo: 995, blockedKobo: 0 });
  });

  it('takes what comes later, where all is blocked or more than there is', async () => {
    const [ada, ben, eve] = [await books.wallet(100), await books.wallet(100), await books.wallet(5_000)];
    await block(ada, 'all');
    await block(ben, 'lien', 300);
    for (const account of [ada, ben]) await pay(eve, account, 250);
    await expect(pay(ada, eve, 1)).rejects.toMatchObject(refused('0.00 is free'));
    await expect(pay(ben, eve, 51)).rejects.toMatchObject(refused('0.50 is free'));
    await pay(ben, eve, 50);
    expect([await walletOf(ada), await walletOf(ben)]).toEqual([
      { balanceKobo: 350, blockedKobo: 350 },
      { balanceKobo: 300, blockedKobo: 300 },
    ]);
  });

  it('adds up, ends at its time, and leaves by the service alone', async () => {
    const [ada, ben] = [await books.wallet(1_000), await books.wallet(0)];
    await block(ada, 'one', 300);
    await block(ada, 'two', 500);
    await block(ada, 'over', undefined, Date.now() - 1);
    await block(ada, 'two', 600);
    expect(await walletOf(ada)).toEqual({ balanceKobo: 1_000, blockedKobo: 900 });
    await expect(pay(ada, ben, 101)).rejects.toMatchObject(refused('1.00 is free'));
    const reversal = movement(ada, 'system:suspense', 950);
    await books.ledger.commit({ ...reversal, journal: { ...reversal.journal!, kind: 'reversal' } });
    await change({ account: ada, lift: 'two' });
    await change({ account: ada, lift: 'nothing' });
    expect((await books.wallets.find(ada))!.blocks).toEqual([{ id: 'one', amountKobo: 300, untilMs: undefined }]);
    expect(await walletOf(ada)).toEqual({ balanceKobo: 50, blockedKobo: 50 });
  });

  it('is what came beyond a balance limit, exactly, of fifty credits at once', async () => {
    const ada = await books.wallet(0);
    const ledgers = [books.ledger, books.anotherLedger()];
    const balanceLimit = { account: ada, limitKobo: 1_000 };
    const credit = (_: unknown, index: number) =>
      ledgers[index % 2]!.commit(movement('system:suspense', ada, 70, { balanceLimit }));
    await Promise.all(Array.from({ length: 50 }, credit));
    expect(await walletOf(ada)).toEqual({ balanceKobo: 3_500, blockedKobo: 2_500 });
    const ben = await books.wallet(0);
    await pay(ada, ben, 600);
    await books.ledger.commit(movement('system:suspense', ada, 10, { balanceLimit }));
    expect(await walletOf(ada)).toEqual({ balanceKobo: 2_910, blockedKobo: 2_510 });
    await change({ account: ada, allowedKobo: 2_000 });
    expect(await walletOf(ada)).toEqual({ balanceKobo: 2_910, blockedKobo: 910 });
    await change({ account: ada, allowedKobo: 1_000 });
    expect(await walletOf(ada)).toEqual({ balanceKobo: 2_910, blockedKobo: 910 });
    await change({ account: ada, allowedKobo: undefined });
    expect(await walletOf(ada)).toEqual({ balanceKobo: 2_910, blockedKobo: 0 });
  });

  it('is trusted only as the ledger wrote it', async () => {
    const [ada, ben, eve] = [await books.wallet(1_000), await books.wallet(1_000), await books.wallet(0)];
    for (const account of [ada, ben]) await block(account, 'lien', account === ada ? 900 : 10);
    expect(await verify(books.config)).toMatchObject({ ok: true });
    const [row] = await books.database.rows<{ blocks: string }>('SELECT blocks FROM ledger_block WHERE account_id = ?', [ben]);
    const write = (version: number) =>
      books.database.rows('UPDATE ledger_block SET blocks = ?, version = ? WHERE account_id = ?', [row!.blocks, version, ada]);
    await expect(write(1)).rejects.toThrow(/append-only/);
    await expect(books.database.rows('DELETE FROM ledger_block WHERE account_id = ?', [ada])).rejects.toThrow(/append-only/);
    await write(2);
    expect(await verify(books.config)).toMatchObject({
      ok: false,
      faults: [{ table: 'ledger_block', key: ada, column: 'blocks' }],
    });
    const stopped = { failure: ledgerFailures.account_stopped.name };
    await expect(pay(ada, eve, 50, books.anotherLedger())).rejects.toMatchObject(stopped);
    await expect(block('nobody', 'lien')).rejects.toMatchObject({ failure: ledgerFailures.unknown_account.name });
    expect(kobo((await walletOf(eve)).balanceKobo)).toBe(0);
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../src/kernel/ids.js';
import { kobo } from '../../src/kernel/money.js';
import { Replayed } from '../../src/kernel/caller.js';
import { decode, encode } from '../../src/ledger/cluster/adapters/forwarding/messages.js';
import { holdSeal, sealed, type StoredHold } from '../../src/ledger/domain/hold.js';
import { toHold } from '../../src/ledger/adapters/locked-accounts.js';
import type { HoldRecord } from '../../src/ledger/adapters/ledger-records.js';
import type { Submission } from '../../src/ledger/domain/hold-ending.js';
import {
  endingJournal,
  type HoldEnding,
  holdTerms,
  type LedgerCommand,
  providerClearing,
  providerCosts,
  providerHeld,
} from '../../src/ledger/index.js';
import { BACKENDS } from '../support/backend.js';
import { chainKeysOf, type LedgerFixture, movement, openLedger, request } from '../support/ledger-fixture.js';
import { verify } from './verify.js';

const [HELD, OTHER, OWED, FEES] = [providerHeld('one'), providerHeld('two'), providerClearing('one'), 'system:fees'];
const TOTAL = 10_000;
const MISMATCH = { failure: 'ledger.hold_mismatch', remembered: false };

describe.each(BACKENDS)('holds on %s', (backend) => {
  let books: LedgerFixture;
  let ada: string;

  beforeAll(async () => {
    books = await openLedger(backend);
    ada = await books.wallet(1_000_000);
  });
  afterAll(() => books.close());

  const balances = async (...accounts: string[]) =>
    Promise.all(accounts.map(async (account) => (await books.wallets.balanceOf(account)) ?? 0));
  const run = (sql: string, ...values: unknown[]) => books.dataSource.query<unknown>(sql, values);
  const rowOf = async (subject: string): Promise<StoredHold> =>
    toHold((await books.database.rows<HoldRecord>('SELECT * FROM ledger_hold WHERE subject = ?', [subject]))[0]!);

  function holding(subject: string, feesKobo = 500): LedgerCommand {
    return {
      idempotencyKey: request(),
      journal: {
        id: newId(),
        kind: 'purchase',
        subject,
        postings: [
          { account: ada, amountKobo: kobo(-TOTAL), note: 'bought' },
          { account: HELD, amountKobo: kobo(TOTAL), note: 'held' },
        ],
        holds: [{ account: FEES, amountKobo: kobo(feesKobo) }],
      },
      response: subject,
    };
  }

  async function hold(feesKobo?: number): Promise<string> {
    const subject = newId();
    await books.ledger.commit(holding(subject, feesKobo));
    return subject;
  }

  const end = (subject: string, ends: HoldEnding, over: Partial<LedgerCommand> = {}): LedgerCommand => ({
    idempotencyKey: request(),
    journal: endingJournal(subject, ends),
    response: ends.as,
    ...over,
  });
  const POST = { as: 'post', to: OWED, notes: { [HELD]: 'done', [OWED]: 'owed', [FEES]: 'earned' } } as const;
  const VOID = () => ({ as: 'void', notes: { [HELD]: 'failed', [ada]: 'back' } }) as const;
  const REVERSE = () => ({ as: 'reverse', notes: { [OWED]: 'taken', [FEES]: 'taken', [ada]: 'back' } }) as const;
  const HAND_ON = {
    as: 'hand on',
    instead: '',
    to: OTHER,
    terms: '',
    shares: [{ account: FEES, amountKobo: kobo(700) }],
    notes: { [HELD]: 'on', [OTHER]: 'on' },
  } as const;
  const commit = (command: LedgerCommand, ledger = books.ledger) => ledger.commit(command);

  it('post what they hold: the agreed share to fees, the rest to who is owed', async () => {
    const before = await balances(HELD, OWED, FEES);
    await commit(end(await hold(), POST));
    expect(await balances(HELD, OWED, FEES)).toEqual([before[0], before[1]! + 9_500, before[2]! + 500]);
    await commit(end(await hold(0), POST));
    expect(await balances(HELD, OWED, FEES)).toEqual([before[0], before[1]! + 19_500, before[2]! + 500]);
    expect(await verify(books.config)).toMatchObject({ ok: true });
  });

  it('post what is owed where that is known only then, also where it is more than was held', async () => {
    for (const [toKobo, earnedKobo] of [
      [9_100, 900],
      [10_000, 0],
      [10_050, -50],
      [0, 10_000],
    ] as const) {
      const before = await balances(HELD, OWED, FEES);
      const subject = await hold();
      await commit(end(subject, { ...POST, toKobo: kobo(toKobo) }));
      expect(await balances(HELD, OWED, FEES)).toEqual([before[0], before[1]! + toKobo, before[2]! + earnedKobo]);
      await commit(end(subject, REVERSE()));
      expect(await balances(HELD, OWED, FEES)).toEqual(before);
    }
    expect(await verify(books.config)).toMatchObject({ ok: true });
  });

  it('give all of it back when they are voided, or reversed after they were posted, each once', async () => {
    const before = await balances(ada, HELD, OWED, FEES);
    const [voided, reversed] = [await hold(), await hold()];
    await commit(end(voided, VOID()));
    await commit(end(reversed, POST));
    await commit(end(reversed, REVERSE()));
    expect(await balances(ada, HELD, OWED, FEES)).toEqual(before);
    for (const [subject, ends] of [
      [voided, VOID()],
      [voided, POST],
      [voided, HAND_ON],
      [voided, REVERSE()],
      [reversed, VOID()],
      [reversed, POST],
      [reversed, REVERSE()],
    ] as const)
      await expect(commit(end(subject, ends))).rejects.toMatchObject(MISMATCH);
    expect(await balances(ada, HELD, OWED, FEES)).toEqual(before);
    expect(await verify(books.config)).toMatchObject({ ok: true });
  });

  it('keep of costs what is told with a reversal, or what was posted', async () => {
    const COSTS = providerCosts('one');
    const posted = { ...POST, costs: { account: COSTS, amountKobo: kobo(250) }, notes: { ...POST.notes, [COSTS]: 'fee' } };
    const reversed = (keptKobo: number | undefined) => ({
      ...REVERSE(),
      costs: { by: OWED, account: COSTS, amountKobo: keptKobo === undefined ? undefined : kobo(keptKobo) },
      notes: { ...REVERSE().notes, [COSTS]: 'fee' },
    });
    const before = await balances(ada, HELD, OWED, FEES, COSTS);
    for (const keptKobo of [100, 0, 300, undefined]) {
      const subject = await hold();
      await commit(end(subject, posted));
      await commit(end(subject, reversed(keptKobo)));
    }
    const [wallet, held, owed, fees, costs] = before;
    expect(await balances(ada, HELD, OWED, FEES, COSTS)).toEqual([wallet, held, owed! + 650, fees, costs! - 650]);
    expect(await verify(books.config)).toMatchObject({ ok: true });
  });

  it('have the costs that were told last, however often, of every end, and no row of before', async () => {
    const COSTS = providerCosts('one');
    const told = (amountKobo: number) =>
      ({
        as: 'costs',
        costs: { by: OWED, account: COSTS, amountKobo: kobo(amountKobo) },
        notes: { [OWED]: 'fee', [COSTS]: 'fee' },
      }) as const;
    const [open, posted, voided, reversed] = [await hold(), await hold(), await hold(), await hold()];
    await expect(commit(end(open, told(100)))).rejects.toMatchObject(MISMATCH);
    await commit(end(open, VOID()));
    await commit(end(posted, POST));
    await commit(end(voided, VOID()));
    await commit(end(reversed, POST));
    await commit(end(reversed, REVERSE()));
    for (const subject of [posted, voided, reversed]) {
      const [owed, costs] = (await balances(OWED, COSTS)) as [number, number];
      for (const amountKobo of [250, 100, 0, 300]) {
        const before = await rowOf(subject);
        expect(await commit(end(subject, told(amountKobo)))).not.toBe('stale');
        expect(await commit(end(subject, told(amountKobo)))).toBe('stale');
        expect(await balances(OWED, COSTS)).toEqual([owed + amountKobo, costs - amountKobo]);
        expect(await verify(books.config)).toMatchObject({ ok: true });
        const write = run(
          'UPDATE ledger_hold SET shares = ?, version = ?, seal = ? WHERE subject = ?',
          before.shares,
          before.version,
          before.seal,
          subject,
        );
        await expect(write).rejects.toThrow('append-only');
      }
    }
    await commit(
      end(posted, {
        ...REVERSE(),
        costs: { by: OWED, account: COSTS, amountKobo: undefined },
        notes: { ...REVERSE().notes, [COSTS]: 'fee' },
      }),
    );
    expect(await verify(books.config)).toMatchObject({ ok: true });
  });

  it('are handed on with shares of their own, and end from there only', async () => {
    const before = await balances(ada, HELD, OTHER, FEES);
    const subject = await hold();
    await commit(end(subject, HAND_ON));
    expect(await balances(HELD, OTHER)).toEqual([before[1], before[2]! + TOTAL]);
    await expect(commit(end(subject, POST))).rejects.toMatchObject(MISMATCH);
    await expect(commit(end(subject, VOID()))).rejects.toMatchObject(MISMATCH);
    const posted = { as: 'post', to: OWED, notes: { [OTHER]: 'done', [OWED]: 'owed', [FEES]: 'earned' } } as const;
    await commit(end(subject, posted));
    expect(await balances(HELD, OTHER, FEES)).toEqual([before[1], before[2], before[3]! + 700]);
    expect(await verify(books.config)).toMatchObject({ ok: true });
  });

  describe('are submitted', () => {
    const TERMS = holdTerms(['bank', '0123456789', TOTAL], ['one', 'r-1']);
    const submit = (subject: string, over: Partial<Submission> = {}, key = newId()): LedgerCommand => ({
      idempotencyKey: { ...request(), key },
      submits: { subject, terms: TERMS, ...over },
      response: null,
    });
    const held = async () => {
      const command = holding(newId());
      await commit({ ...command, journal: { ...command.journal!, terms: TERMS } });
      return command.journal!.subject;
    };

    it('once, for what they were made for, and end all the same', async () => {
      const [posted, voided] = [await held(), await held()];
      for (const subject of [posted, voided]) {
        await commit(submit(subject));
        await expect(commit(submit(subject))).rejects.toMatchObject(MISMATCH);
        await commit(submit(subject, { isAgain: true }));
        expect(await rowOf(subject)).toMatchObject({ state: 'submitted', leftKobo: TOTAL });
      }
      expect(await verify(books.config)).toMatchObject({ ok: true });
      await commit(end(posted, POST));
      await commit(end(voided, VOID()));
      for (const subject of [posted, voided])
        for (const isAgain of [false, true]) await expect(commit(submit(subject, { isAgain }))).rejects.toMatchObject(MISMATCH);
      expect(await verify(books.config)).toMatchObject({ ok: true });
    });

    it('never for anything else, again before the first time, or where nothing is held', async () => {
      const subject = await held();
      const other = holdTerms(['bank', '9999999999', TOTAL], ['one', 'r-1']);
      await expect(commit(submit(subject, { terms: other }))).rejects.toMatchObject(MISMATCH);
      await expect(commit(submit(subject, { isAgain: true }))).rejects.toMatchObject(MISMATCH);
      await expect(commit(submit(newId()))).rejects.toMatchObject(MISMATCH);
      await run('UPDATE ledger_hold SET terms = ? WHERE subject = ?', other, subject);
      await expect(commit(submit(subject, { terms: other }))).rejects.toMatchObject(MISMATCH);
      await run('UPDATE ledger_hold SET terms = ? WHERE subject = ?', TERMS, subject);
      await commit(submit(subject));
      const without = await hold();
      expect(await commit(submit(without))).toBe('stale');
      for (const each of [subject, without]) await commit(end(each, VOID()));
    });

    it('under the terms that they were handed on with', async () => {
      const subject = await held();
      await commit(submit(subject));
      const terms = holdTerms(['bank', '0123456789', TOTAL], ['two', 'r-2']);
      await expect(commit(end(subject, { ...HAND_ON, terms, instead: terms }))).rejects.toMatchObject(MISMATCH);
      await commit(end(subject, { ...HAND_ON, terms, instead: TERMS }));
      await expect(commit(submit(subject))).rejects.toMatchObject(MISMATCH);
      await commit(submit(subject, { terms }));
      await commit(end(subject, { as: 'void', notes: { [OTHER]: 'failed', [ada]: 'back' } }));
      expect(await verify(books.config)).toMatchObject({ ok: true });
    });

    it('and not made as they were before, so that they would be once more', async () => {
      const subject = await held();
      const { seal } = await rowOf(subject);
      await commit(submit(subject));
      const back = run("UPDATE ledger_hold SET state = 'held', seal = ? WHERE subject = ?", seal, subject);
      await expect(back).rejects.toThrow('append-only');
      await commit(end(subject, VOID()));
    });

    it('by one of two processes, also through a message', async () => {
      const another = books.anotherLedger();
      for (let round = 0; round < 4; round++) {
        const subject = await held();
        const key = newId();
        const command = submit(subject, {}, key);
        const sent = decode(encode({ commands: [{ no: 1, attemptId: newId(), command }] }));
        const [received] = 'commands' in sent ? sent.commands : [];
        const results = await Promise.all([commit(command), commit(received!.command, another)]);
        expect(results.filter((result) => result instanceof Replayed)).toHaveLength(1);
        await commit(end(subject, VOID()));
      }
    });
  });

  it('answer a repeat from its record, and end once of many ways at once in two processes', async () => {
    const another = books.anotherLedger();
    for (let round = 0; round < 8; round++) {
      const before = await balances(ada, HELD, OTHER, OWED, FEES);
      const subject = await hold();
      const commands = [POST, VOID(), POST, VOID()].map((ends) => end(subject, ends));
      const results = await Promise.allSettled(
        commands.map((command, index) => commit(command, index % 2 ? books.ledger : another)),
      );
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      const winner = commands[results.findIndex(({ status }) => status === 'fulfilled')]!;
      for (const ledger of [books.ledger, another]) expect(await commit(winner, ledger)).toBeInstanceOf(Replayed);
      const [paid, ...others] = await balances(ada, HELD, OTHER, OWED, FEES);
      expect([before[0]! - paid!, before[1], before[2]]).toEqual([
        (winner.journal!.kind as string) === 'refund' ? 0 : TOTAL,
        others[0],
        others[1],
      ]);
    }
    expect(await verify(books.config)).toMatchObject({ ok: true });
  });

  it('end in a process that knows the account of held money as it was before them', async () => {
    const held = providerHeld('three');
    const other = books.anotherLedger();
    const holdThere = async (ledger: typeof other, amountKobo: number) => {
      const { journal, ...rest } = holding(newId());
      const postings = journal!.postings.map((posting) =>
        posting.amountKobo < 0
          ? { ...posting, amountKobo: kobo(-amountKobo) }
          : { ...posting, account: held, amountKobo: kobo(amountKobo) },
      );
      await ledger.commit({ ...rest, journal: { ...journal!, postings, holds: [] } });
      return journal!.subject;
    };
    const notes = { [held]: 'failed', [ada]: 'back' };
    const first = await holdThere(other, 100);
    const second = await holdThere(books.ledger, 200);
    await commit(end(second, { as: 'void', notes }), other);
    await commit(end(first, { as: 'void', notes }));
    expect(await balances(held)).toEqual([0]);
    expect(await verify(books.config)).toMatchObject({ ok: true });
  });

  it('wait for a row that another transaction has locked, and hold up nobody', async () => {
    if (backend !== 'mysql') return;
    const subject = await hold();
    const runner = books.dataSource.createQueryRunner();
    await runner.startTransaction();
    await runner.query('SELECT * FROM ledger_hold WHERE subject = ? FOR UPDATE', [subject]);
    let isEnded = false;
    const ending = commit(end(subject, VOID())).then(() => (isEnded = true));
    await commit(movement('system:suspense', ada, 1));
    expect(isEnded).toBe(false);
    await runner.rollbackTransaction();
    await runner.release();
    await ending;
  });

  it('cannot be written back as they were before, made anew with another amount, or deleted', async () => {
    const [ended, posted, held] = [await hold(), await hold(), await hold()];
    await commit(end(ended, VOID()));
    await commit(end(posted, POST));
    const changes = [
      ["UPDATE ledger_hold SET state = 'held', left_kobo = held_kobo WHERE subject = ?", ended],
      ["UPDATE ledger_hold SET state = 'held', left_kobo = held_kobo WHERE subject = ?", posted],
      ['UPDATE ledger_hold SET held_kobo = held_kobo * 2 WHERE subject = ?', held],
      [`UPDATE ledger_hold SET payer = '${OTHER}' WHERE subject = ?`, held],
      ['DELETE FROM ledger_hold WHERE subject = ?', ended],
    ] as const;
    for (const [sql, subject] of changes) await expect(run(sql, subject)).rejects.toThrow('ledger_hold is append-only');
    await commit(end(held, VOID()));
    await commit(end(posted, REVERSE()));
    for (const event of ['update', 'delete']) await run(`DROP TRIGGER ledger_hold_no_${event}`);
  });

  it('are not built upon where SQL wrote them, and verify names them', async () => {
    const changes: readonly (readonly [column: keyof HoldRecord, value: string | number])[] = [
      ['kind', 'transfer'],
      ['account_id', OTHER],
      ['payer', await books.wallet(0)],
      ['state', 'posted'],
      ['shares', `[["${FEES}",9000]]`],
      ['recorded', 1],
      ['key_id', 'another'],
      ['seal', 'f'.repeat(64)],
    ];
    for (const [column, value] of changes) {
      const subject = await hold();
      const before = await balances(ada, HELD, OWED, FEES);
      const [old] = await books.database.rows<Record<string, unknown>>('SELECT * FROM ledger_hold WHERE subject = ?', [subject]);
      await run(`UPDATE ledger_hold SET ${column} = ? WHERE subject = ?`, value, subject);
      for (const ends of [VOID(), POST]) await expect(commit(end(subject, ends))).rejects.toMatchObject(MISMATCH);
      expect(await balances(ada, HELD, OWED, FEES)).toEqual(before);
      expect((await verify(books.config)).wrong).toMatchObject({ table: 'ledger_hold', key: subject });
      await run(`UPDATE ledger_hold SET ${column} = ? WHERE subject = ?`, old![column], subject);
      await commit(end(subject, VOID()));
    }
    const more = await hold();
    await run('UPDATE ledger_hold SET held_kobo = 90000, left_kobo = 90000 WHERE subject = ?', more);
    await expect(commit(end(more, VOID()))).rejects.toMatchObject(MISMATCH);
    expect((await verify(books.config)).wrong).toMatchObject({ table: 'ledger_hold', key: more });
    await run('UPDATE ledger_hold SET held_kobo = 10000, left_kobo = 10000 WHERE subject = ?', more);
    await commit(end(more, VOID()));
    expect(await verify(books.config)).toMatchObject({ ok: true });
  });

  it('name a row that was deleted, or written back as it was before', async () => {
    const [deleted, repeated] = [await hold(), await hold()];
    const columns = 'subject, kind, account_id, payer, held_kobo, left_kobo, state, shares, recorded, key_id, seal';
    await run(`CREATE TABLE kept AS SELECT ${columns} FROM ledger_hold`);
    const restore = (subject: string) =>
      run(`INSERT INTO ledger_hold (${columns}) SELECT ${columns} FROM kept WHERE subject = ?`, subject);
    const remove = (subject: string) => run('DELETE FROM ledger_hold WHERE subject = ?', subject);
    await remove(deleted);
    await expect(commit(end(deleted, VOID()))).rejects.toMatchObject(MISMATCH);
    expect((await verify(books.config)).wrong).toMatchObject({ table: 'ledger_hold', key: deleted, column: 'subject' });
    await restore(deleted);
    await commit(end(deleted, VOID()));

    // The seal of this hold is right, but its journals moved more.
    await commit(end(repeated, VOID()));
    const ended = await rowOf(repeated);
    await remove(repeated);
    await restore(repeated);
    expect((await verify(books.config)).wrong).toMatchObject({ table: 'ledger_hold', key: repeated });
    // Nothing is left in the account, so nothing more leaves it.
    expect(await balances(HELD)).toEqual([0]);
    await expect(commit(end(repeated, VOID()))).rejects.toMatchObject(MISMATCH);
    const { leftKobo, state, seal } = ended;
    await run('UPDATE ledger_hold SET left_kobo = ?, state = ?, seal = ? WHERE subject = ?', leftKobo, state, seal, repeated);
    await run('DROP TABLE kept');
    expect(await verify(books.config)).toMatchObject({ ok: true });
  });

  it('are proved under an earlier key where the process has it', async () => {
    const subject = await hold();
    const { current } = chainKeysOf(books.config);
    const row = await rowOf(subject);
    expect(row).toEqual(sealed(row, current));
    const earlier = { id: 'earlier', secret: Buffer.alloc(32, 1) };
    const seal = holdSeal(row, earlier);
    await run("UPDATE ledger_hold SET key_id = 'earlier', seal = ? WHERE subject = ?", seal, subject);
    await expect(commit(end(subject, VOID()))).rejects.toMatchObject(MISMATCH);
    await run('UPDATE ledger_hold SET key_id = ?, seal = ? WHERE subject = ?', row.keyId, row.seal, subject);
    await commit(end(subject, VOID()));
  });

  it('are moved by journals of their own kinds alone', () => {
    const adjustment = movement(HELD, ada, 10);
    expect(() => books.ledger.check(adjustment)).toThrow('without a hold');
    const { journal } = holding(newId());
    const commandOf = (over: object) => ({ ...holding(newId()), journal: { ...journal!, ...over } });
    expect(() => books.ledger.check(commandOf({ kind: 'transfer' }))).toThrow('a hold is one posting');
    expect(() => books.ledger.check(commandOf({ holds: undefined }))).toThrow('without a hold');
    expect(() => books.ledger.check(commandOf({ holds: undefined, ends: VOID() }))).toThrow('own kind');
    expect(() => books.ledger.check(commandOf({ ...endingJournal('s', VOID()), kind: 'adjustment' }))).toThrow('own kind');
  });

  it('travel between processes as they are', () => {
    const commands = [holding(newId()), end(newId(), HAND_ON), end(newId(), { ...POST, toKobo: kobo(1) })];
    const sent = { commands: commands.map((command, no) => ({ no, attemptId: newId(), command })) };
    expect(decode(encode(sent))).toEqual(sent);
  });
});

import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COMMITTED_AT } from '../../src/kernel/row-changes.js';
import { newId } from '../../src/kernel/ids.js';
import { kobo } from '../../src/kernel/money.js';
import type { GroupCommitLedger } from '../../src/ledger/application/group-commit-ledger.js';
import type { LedgerCommand } from '../../src/ledger/index.js';
import { BACKENDS, IS_TIDB } from '../support/backend.js';
import { openLedger, request, type LedgerFixture } from '../support/ledger-fixture.js';
import { Oracle, verdictOf } from './oracle.js';
import { verify } from './verify.js';

const SEED = Number(process.env['FC_SEED'] ?? 20_261_120);
/** The same on every machine. */
const SCENARIOS = IS_TIDB ? 3 : 30;

/** Accounts by number: the wallets first, then one that was never opened, then two of the service's own. */
const WALLETS = 4;
const NOBODY = WALLETS;
const SYSTEM = [WALLETS + 1, WALLETS + 2];

interface Send {
  readonly key: number;
  /** All postings but the last, which makes the sum zero. */
  readonly moves: readonly { readonly account: number; readonly amountKobo: number }[];
  readonly last: number;
  readonly pending: boolean;
  readonly second: boolean;
}

const account = fc.oneof(
  { weight: 12, arbitrary: fc.integer({ min: 0, max: WALLETS - 1 }) },
  { weight: 3, arbitrary: fc.constantFrom(...SYSTEM) },
  { weight: 1, arbitrary: fc.constant(NOBODY) },
);
/** Mostly small, so that balances come to exactly zero and one below it. */
const amount = fc.oneof(fc.integer({ min: -4, max: 4 }), fc.integer({ min: -900, max: 900 })).filter((value) => value !== 0);
const opening = fc.oneof(fc.integer({ min: 0, max: 6 }), fc.integer({ min: 0, max: 3_000 }));
const send: fc.Arbitrary<Send> = fc.record({
  key: fc.integer({ min: 0, max: 25 }),
  // None: a command that moves no money.
  moves: fc.array(fc.record({ account, amountKobo: amount }), { maxLength: 3 }),
  last: account,
  pending: fc.boolean(),
  second: fc.boolean(),
});
const scenario = fc.record({
  opening: fc.array(opening, { minLength: WALLETS, maxLength: WALLETS }),
  rounds: fc.array(fc.record({ together: fc.boolean(), sends: fc.array(send, { minLength: 1, maxLength: 20 }) }), {
    minLength: 1,
    maxLength: 6,
  }),
});

type Scenario = typeof scenario extends fc.Arbitrary<infer Value> ? Value : never;

const LEAST_COMMANDS = IS_TIDB ? 20 : 300;

describe.each(BACKENDS)('ledger compared with a model on %s', (backend) => {
  let books: LedgerFixture;
  let other: GroupCommitLedger;
  beforeAll(async () => {
    books = await openLedger(backend);
    other = books.anotherLedger();
    await books.dataSource.query(
      'CREATE TABLE memo (id VARCHAR(40) PRIMARY KEY, run VARCHAR(40) NOT NULL, recorded BIGINT NOT NULL)',
    );
    await books.dataSource.query(
      "CREATE TABLE tally (run VARCHAR(40) PRIMARY KEY, commands BIGINT NOT NULL, kobo BIGINT NOT NULL, latest VARCHAR(40) NOT NULL DEFAULT '')",
    );
    console.log(`fast-check seed ${SEED} (FC_SEED=… for another)`);
  });
  afterAll(() => books.close());

  const check = (run: (given: Scenario) => Promise<void>) =>
    fc.assert(fc.asyncProperty(scenario, run), {
      seed: SEED,
      numRuns: SCENARIOS,
    });

  it('decides alike, one command at a time and in batches', async () => {
    let commands = 0;
    await check(async ({ opening, rounds }) => {
      const model = await openModel(opening);
      for (const { together, sends } of rounds) {
        const given = sends.map((entry) => model.command(entry));
        const expected = given.map((command) => model.oracle.send(command));
        const results = together ? await all(given) : await oneByOne(given);
        expect(results.map(verdictOf)).toEqual(expected);
        await model.compareBalances();
        await model.compareRecords(given.filter((_, index) => expected[index] === 'committed'));
        commands += given.length;
      }
      await model.compareHistory();
    });
    expect(commands).toBeGreaterThan(LEAST_COMMANDS);
    expect(await verify(books.config)).toMatchObject({ ok: true });
  });

  it('decides as the model in some order when two ledgers write concurrently', async () => {
    let commands = 0;
    await check(async ({ opening, rounds }) => {
      const model = await openModel(opening);
      for (const { sends } of rounds) {
        const given = sends.map((entry) => ({ ...model.command(entry), second: entry.second }));
        const settled = await Promise.allSettled(given.map((command) => (command.second ? other : books.ledger).commit(command)));
        const verdicts = settled.map(verdictOf);
        await model.follow(given, verdicts);
        await model.compareBalances();
        await model.compareRecords(given.filter((_, index) => verdicts[index] === 'committed'));
        commands += given.length;
      }
      await model.compareHistory();
    });
    expect(commands).toBeGreaterThan(LEAST_COMMANDS);
    expect(await verify(books.config)).toMatchObject({ ok: true });
  });

  const all = (commands: LedgerCommand[]) => Promise.allSettled(commands.map((command) => books.ledger.commit(command)));

  async function oneByOne(commands: LedgerCommand[]): Promise<PromiseSettledResult<unknown>[]> {
    const results = [];
    for (const command of commands) results.push(...(await all([command])));
    return results;
  }

  /** Accounts of its own for one scenario, in the ledger and in the oracle. */
  async function openModel(opening: readonly number[]) {
    const oracle = new Oracle();
    const run = newId();
    const wallets = await Promise.all(opening.map((balance) => books.wallet(balance)));
    wallets.forEach((id, index) => oracle.open(id, opening[index]!));
    const accounts = [...wallets, `nobody-${run}`, `system:a:${run}`, `system:b:${run}`];
    await books.database.manager.query(`INSERT INTO tally VALUES ('${run}', 0, 0, '')`);
    const accepted: LedgerCommand[] = [];
    // Postings of the scenario come after the one that paid the opening balance in.
    const journalsSeen = new Set<string>();

    return {
      oracle,
      command({ key, moves, last, pending }: Send): LedgerCommand {
        const sum = moves.reduce((total, { amountKobo }) => total + amountKobo, 0);
        const lines = sum === 0 ? moves : [...moves, { account: last, amountKobo: -sum }];
        const id = newId();
        const postings = lines.map((line) => ({ account: accounts[line.account]!, amountKobo: kobo(line.amountKobo), note: '' }));
        return {
          idempotencyKey: request(`${run}-${key}`),
          ...(postings.length > 0 ? { journal: { id, kind: 'adjustment' as const, subject: id, postings } } : {}),
          ...(pending ? { updates: [{ table: 'tally', key: { run }, set: { latest: id } }] } : { response: { id } }),
          subjectId: id,
          inserts: [{ table: 'memo', values: { id, run, recorded: COMMITTED_AT } }],
          increments: [{ table: 'tally', key: { run }, add: { commands: 1, kobo: moves.length } }],
          events: [{ name: run as 'user.created', data: { userId: id } }],
        };
      },

      /** Applies the accepted commands to the model in the ledger's order, and compares the refusals. */
      async follow(commands: readonly LedgerCommand[], verdicts: readonly string[]): Promise<void> {
        const byJournal = new Map(commands.map((command) => [command.journal?.id, command]));
        const refused = commands.filter((_, index) => verdicts[index]!.startsWith('refused'));
        const explained = new Set<LedgerCommand>();
        const explain = () => {
          for (const command of refused)
            if (oracle.refusalOf(command.journal) === verdicts[commands.indexOf(command)]) explained.add(command);
        };
        const decidedBefore = new Set(commands.map(({ idempotencyKey: { key } }) => key).filter((key) => oracle.isDecided(key)));
        explain();
        for (const { id } of await journalsOf(commands)) {
          if (journalsSeen.has(id)) continue;
          journalsSeen.add(id);
          expect(oracle.send(byJournal.get(id)!)).toBe('committed');
          explain();
        }
        expect(refused.filter((command) => !explained.has(command))).toEqual([]);
        const moneyless = commands.filter(({ journal }, index) => verdicts[index] === 'committed' && !journal);
        for (const command of moneyless) expect(oracle.send(command)).toBe('committed');
        for (const command of refused) oracle.refuse(command);
        for (const key of new Set(commands.map(({ idempotencyKey: request }) => request.key))) {
          const mine = verdicts.filter((_, index) => commands[index]!.idempotencyKey.key === key);
          const firsts = mine.filter((verdict) => !verdict.startsWith('replayed'));
          expect(firsts).toHaveLength(decidedBefore.has(key) ? 0 : 1);
          for (const verdict of mine.filter((each) => each.startsWith('replayed')))
            expect(verdict).toBe(oracle.send(commands.find(({ idempotencyKey: request }) => request.key === key)!));
        }
      },

      async compareBalances(): Promise<void> {
        const balances = await Promise.all(accounts.map((id) => books.wallets.balanceOf(id)));
        expect(balances).toEqual(accounts.map((id) => oracle.balances.get(id)));
      },

      /** What belongs to an accepted command is there, once; of the others nothing is. */
      async compareRecords(fresh: readonly LedgerCommand[]): Promise<void> {
        accepted.push(...fresh);
        const ids = accepted.map(({ subjectId: subject }) => String(subject)).toSorted();
        const memos = await books.database.rows<{ id: string }>('SELECT id FROM memo WHERE run = ? ORDER BY id', [run]);
        expect(memos.map(({ id }) => id)).toEqual(ids);
        const events = await books.database.rows<{ data: string }>('SELECT data FROM outbox WHERE name = ?', [run]);
        expect(events.map(({ data }) => (JSON.parse(data) as { userId: string }).userId).toSorted()).toEqual(ids);
        const sql = 'SELECT commands, kobo, latest FROM tally WHERE run = ?';
        const [tally] = await books.database.rows<{ commands: number; kobo: number; latest: string }>(sql, [run]);
        const kobo = accepted.reduce((sum, { increments }) => sum + increments![0]!.add['kobo']!, 0);
        expect([tally!.commands, tally!.kobo]).toEqual([accepted.length, kobo]);
        const changing = accepted.filter(({ updates: changes }) => changes).map(({ subjectId: subject }) => subject);
        expect(changing.length === 0 ? [''] : changing).toContain(tally!.latest);
      },

      async compareHistory(): Promise<void> {
        const sql = 'SELECT seq, amount_kobo, balance_kobo FROM posting WHERE account_id = ? ORDER BY recorded, seq';
        for (const id of accounts) {
          let balance = 0;
          const expected = (oracle.history.get(id) ?? []).map((amountKobo, index) => {
            balance += amountKobo;
            return { seq: index + 1, amount_kobo: amountKobo, balance_kobo: balance };
          });
          expect(await books.database.rows(sql, [id])).toEqual(expected);
        }
      },
    };
  }

  function journalsOf(commands: readonly LedgerCommand[]): Promise<{ id: string }[]> {
    const ids = commands.flatMap(({ journal }) => (journal ? [journal.id] : []));
    if (ids.length === 0) return Promise.resolve([]);
    const marks = ids.map(() => '?').join();
    return books.database.rowsOnce(`SELECT id FROM journal WHERE id IN (${marks}) ORDER BY batch_no, position`, ids);
  }
});

import { randomBytes } from 'node:crypto';
import { newId } from '../../../src/kernel/ids.js';
import { type ChainKey, GENESIS_HASH, nextLink, type PostedJournal } from '../../../src/ledger/chain/domain/hash-chain.js';
import { idempotencyChecksum } from '../../../src/ledger/domain/idempotency-checksum.js';
import type { LedgerFixture } from '../../support/ledger-fixture.js';

/** The key of somebody who has none of the installation. */
const OWN_KEY: ChainKey = { id: '', secret: randomBytes(32) };

type Value = string | number | null;
type Saved = ReadonlyMap<string, Record<string, Value>[]>;

const TABLES = ['ledger_account', 'posting', 'journal', 'ledger_batch', 'ledger_head', 'ledger_key', 'money_request'];

/** What somebody can do who writes to the database, knows the code, and has no key of the installation. */
export class ForgedBooks {
  constructor(
    private readonly books: LedgerFixture,
    /** Key of the idempotency records; by default not that of the installation. */
    private readonly recordsKey: ChainKey = { id: '', secret: randomBytes(32) },
  ) {}

  async dropTriggers(): Promise<void> {
    for (const table of ['posting', 'journal', 'ledger_batch', 'money_request'])
      for (const event of ['update', 'delete']) await this.run(`DROP TRIGGER IF EXISTS ${table}_no_${event}`);
  }

  async save(): Promise<Saved> {
    const saved = new Map<string, Record<string, Value>[]>();
    for (const table of TABLES) saved.set(table, await this.run(`SELECT * FROM ${table}`));
    return saved;
  }

  async restore(saved: Saved): Promise<void> {
    for (const [table, rows] of saved) {
      await this.run(`DELETE FROM ${table}`);
      for (const row of rows) {
        const columns = Object.keys(row);
        const marks = columns.map(() => '?').join();
        await this.run(`INSERT INTO ${table} (${columns.join()}) VALUES (${marks})`, ...Object.values(row));
      }
    }
  }

  /**
   * A deposit with its batch, journal, postings, balances, request and head, all consistent with one another.
   * @param follows the hash that its batch follows, where it is another than the last one's
   */
  async deposit(wallet: string, amountKobo: number, key: ChainKey = OWN_KEY, keyId = key.id, follows?: string): Promise<void> {
    const [head] = await this.run<{ batch_no: number; hash: string; recorded: number }>('SELECT * FROM ledger_head');
    const [batchNo, postedAt, id] = [head!.batch_no + 1, head!.recorded + 1, newId()];
    const lines = [];
    for (const [account, amount] of [
      ['system:suspense', -amountKobo],
      [wallet, amountKobo],
    ] as const) {
      const [state] = await this.run<{ balance_kobo: number; seq: number }>('SELECT * FROM ledger_account WHERE id = ?', account);
      const after = { balanceKobo: state!.balance_kobo + amount, seq: state!.seq + 1 };
      await this.run('UPDATE ledger_account SET balance_kobo = ?, seq = ? WHERE id = ?', after.balanceKobo, after.seq, account);
      await this.run(
        'INSERT INTO posting (account_id, recorded, seq, journal_id, batch_no, line, amount_kobo, balance_kobo, kind, note) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
        account,
        postedAt,
        after.seq,
        id,
        batchNo,
        lines.length,
        amount,
        after.balanceKobo,
        'deposit',
        'Deposit',
      );
      lines.push({ account, seq: after.seq, amountKobo: amount, balanceKobo: after.balanceKobo, note: 'Deposit' });
    }
    const journal: PostedJournal = { id, kind: 'deposit', subject: id, postedAt, request: id, lines };
    await this.run(
      'INSERT INTO journal (batch_no, position, id, kind, subject, recorded, request) VALUES (?, 0, ?, ?, ?, ?, ?)',
      batchNo,
      id,
      'deposit',
      id,
      postedAt,
      id,
    );
    await this.request(id, postedAt);
    const hash = nextLink(key, follows ?? head!.hash, batchNo, [journal]);
    await this.run(
      'INSERT INTO ledger_batch (batch_no, journals, hash, recorded, key_id) VALUES (?, 1, ?, ?, ?)',
      batchNo,
      hash,
      postedAt,
      keyId,
    );
    await this.run('UPDATE ledger_head SET batch_no = ?, hash = ?, recorded = ?', batchNo, hash, postedAt);
  }

  /** Computes every hash anew from the rows as they are, under a key of nobody. */
  async rebuildChain(): Promise<void> {
    let hash = GENESIS_HASH;
    const batches = await this.run<{ batch_no: number }>('SELECT batch_no FROM ledger_batch ORDER BY batch_no');
    for (const { batch_no } of batches) {
      const journals = await this.run<{ id: string; kind: string; subject: string; recorded: number; request: string }>(
        'SELECT id, kind, subject, recorded, request FROM journal WHERE batch_no = ? ORDER BY position',
        batch_no,
      );
      const posted: PostedJournal[] = [];
      for (const { recorded, ...journal } of journals)
        posted.push({ ...journal, postedAt: recorded, lines: await this.lines(journal.id) });
      hash = nextLink(OWN_KEY, hash, batch_no, posted);
      await this.run("UPDATE ledger_batch SET hash = ?, key_id = '' WHERE batch_no = ?", hash, batch_no);
    }
    await this.run('UPDATE ledger_head SET hash = ?', hash);
  }

  private async lines(journalId: string) {
    const rows = await this.run<{ account_id: string; seq: number; amount_kobo: number; balance_kobo: number; note: string }>(
      'SELECT account_id, seq, amount_kobo, balance_kobo, note FROM posting WHERE journal_id = ? ORDER BY line',
      journalId,
    );
    return rows.map(({ account_id: account, seq, amount_kobo: amountKobo, balance_kobo: balanceKobo, note }) => ({
      account,
      seq,
      amountKobo,
      balanceKobo,
      note,
    }));
  }

  private async request(journalId: string, createdAt: number): Promise<void> {
    const record = {
      scope: 'system',
      action: 'deposit',
      key: journalId,
      fingerprint: '',
      state: 'answered',
      response: '{}',
      subjectId: null,
      journalId,
      attemptId: newId(),
      createdAt,
    };
    await this.run(
      'INSERT INTO money_request (scope, action, request_key, digest, state, answer, subject, journal_id, writer, recorded, seal) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
      record.scope,
      record.action,
      record.key,
      record.fingerprint,
      record.state,
      record.response,
      record.subjectId,
      record.journalId,
      record.attemptId,
      record.createdAt,
      idempotencyChecksum(record, this.recordsKey),
    );
  }

  private run<Row>(sql: string, ...values: Value[]): Promise<Row[]> {
    return this.books.dataSource.query<Row[]>(sql, values);
  }
}

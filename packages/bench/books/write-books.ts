import { monotonicFactory } from 'ulid';
import { type AccountState, type LockedAccounts, type QueuedCommand, idempotencyName } from '../../../src/ledger/domain/batch.js';
import { planBatch } from '../../../src/ledger/domain/plan-batch.js';
import { depositClearing, FEES_ACCOUNT, providerClearing, providerHeld } from '../../../src/ledger/domain/account.js';
import { type ChainKey, GENESIS_HASH } from '../../../src/ledger/chain/domain/hash-chain.js';
import type { StoredHold } from '../../../src/ledger/domain/hold.js';
import { endingJournal, type Journal, type JournalKind, type Posting } from '../../../src/ledger/domain/journal.js';
import type { LedgerCommand } from '../../../src/ledger/domain/ledger-command.js';
import { recordKey, recordsKeyOf } from '../../../src/ledger/chain/domain/records-key.js';
import { insert } from '../../../src/ledger/adapters/mysql/batch-sql.js';
import {
  ACCOUNT_COLUMNS,
  HOLD_COLUMNS,
  type InsertGroup,
  writeSet,
  type WriteSet,
} from '../../../src/ledger/adapters/write-set.js';
import { kobo } from '../../../src/kernel/money.js';

export interface BooksPlan {
  /** At least. */
  readonly postings: number;
  readonly wallets: number;
  /** Unix ms of the first journal, and of the last. */
  readonly from: number;
  readonly to: number;
  /** In one batch; default 256, as of the ledger. */
  readonly mostCommands?: number;
}

export interface WrittenBooks {
  readonly postings: number;
  readonly journals: number;
  readonly batches: number;
  /** The first one gets a twentieth of all payments. */
  readonly wallets: readonly string[];
}

const MOST_COMMANDS = 256;
const FIRST_DEPOSIT = kobo(1_000_000_000);
/** Rows that are sorted by their table's key and sent together. */
const ROWS_PER_ROUND = 60_000;
const ROWS_PER_STATEMENT = 4_000;
const PROVIDER = 'books';
/** Of purchases. */
const EMPTY = Object.fromEntries(
  ['category_id', 'biller_id', 'biller_name', 'item_id', 'item_name', 'payment_code', 'customer_id', 'customer_name']
    .concat('customer_address', 'customer_email', 'customer_mobile', 'response_code', 'response_message', 'details')
    .map((name) => [name, '']),
);
const FINGERPRINT = 'f'.repeat(64);
/** Ids of a past time; the random source of the package asks the system for each character. */
const ulid = monotonicFactory(() => Math.random());

/**
 * Fills an empty ledger with what the ledger itself would write: batches of 1 to 256 commands planned by its own code, the rows of its
 * write set, months of transfers, deposits, and purchases that were held and settled.
 * @param execute runs one statement; two are under way at a time
 */
export async function writeBooks(
  plan: BooksPlan,
  key: ChainKey,
  execute: (sql: string) => Promise<unknown>,
  progress: (postings: number) => void = () => undefined,
): Promise<WrittenBooks> {
  const wallets = Array.from({ length: plan.wallets }, () => ulid(plan.from));
  const recordsKey = recordsKeyOf(key);
  const makers = new Commands(wallets);
  const accounts = new Map<string, AccountState>(wallets.map((id) => [id, { balanceKobo: 0, seq: 0 }]));
  const { mostCommands = MOST_COMMANDS } = plan;
  const rows = new Rows(execute);
  let head: LockedAccounts['head'] = { batchNo: 0, hash: GENESIS_HASH, committedAt: 0 };
  const written = { postings: 0, journals: 0, batches: 0 };
  const holds = new Map<string, StoredHold>();
  while (written.postings < plan.postings || holds.size > 0) {
    const done = Math.min(1, written.postings / plan.postings);
    const arrivedAt = Math.floor(plan.from + done * (plan.to - plan.from));
    // What is held by one batch is settled by the next.
    const ends = [...holds.values()].map((hold) => settlement(arrivedAt, hold));
    const count = written.postings < plan.postings ? 1 + Math.floor(Math.random() * mostCommands) : 0;
    const commands = [...ends, ...Array.from({ length: count }, () => makers.next(arrivedAt, accounts))];
    const nothing = { foundRecords: new Map(), rowStates: new Map() };
    const planned = planBatch(
      commands.map((command) => queued(command, arrivedAt, recordsKey)),
      { head, accounts, holds: new Map(holds), ...nothing },
      key,
    );
    holds.clear();
    for (const { hold, isNew } of planned.holds) if (isNew) holds.set(hold.subject, hold);
    for (const [id, state] of planned.accounts) accounts.set(id, state);
    head = planned.head ?? head;
    written.batches++;
    written.journals += planned.journals.length;
    for (const { lines } of planned.journals) written.postings += lines.length;
    await rows.add(writeSet(planned));
    if (written.batches % 100 === 0) progress(written.postings);
  }
  await rows.finish();
  const kindOf = (id: string) => (id.startsWith('system:') ? 'system' : 'wallet');
  const states = [...accounts].map(([id, { balanceKobo, seq }]) => [id, kindOf(id), balanceKobo, seq, plan.from]);
  for (const statement of statements({ table: 'ledger_account', columns: ACCOUNT_COLUMNS, rows: states }))
    await execute(statement);
  await execute(
    `UPDATE ledger_head SET batch_no = ${head.batchNo}, hash = '${head.hash}', recorded = ${head.committedAt} WHERE id = 1`,
  );
  // What follows from these journals is not written, as after years of which mails and notices are gone.
  await execute(`UPDATE journal_cursor SET batch_no = ${head.batchNo}, position = ${MOST_COMMANDS}`);
  return { ...written, wallets };
}

class Commands {
  private opened = 0;

  constructor(private readonly wallets: readonly string[]) {}

  next(at: number, accounts: ReadonlyMap<string, AccountState>): LedgerCommand {
    if (this.opened < this.wallets.length) return deposit(at, this.wallets[this.opened++]!, FIRST_DEPOSIT);
    const chance = Math.random();
    const payer = this.any();
    const amount = 100 * (1 + Math.floor(Math.random() * 50_000));
    // The commands of a batch are decided together, so a payer must have enough for several.
    if (chance < 0.1 || accounts.get(payer)!.balanceKobo < 20 * amount) return deposit(at, payer, amount + FIRST_DEPOSIT / 10);
    if (chance < 0.2) return purchase(at, payer, amount);
    const payee = chance < 0.25 ? this.wallets[0]! : this.any();
    return payee === payer ? deposit(at, payer, amount) : transfer(at, payer, payee, amount);
  }

  private any(): string {
    return this.wallets[Math.floor(Math.random() * this.wallets.length)]!;
  }
}

function transfer(at: number, payer: string, payee: string, amount: number): LedgerCommand {
  return command(at, payer, 'transfer', [
    { account: payer, amountKobo: kobo(-amount), note: 'Transfer to Ngozi Okafor' },
    { account: payee, amountKobo: kobo(amount), note: 'Transfer from Chinedu Bello' },
  ]);
}

function purchase(at: number, payer: string, amount: number): LedgerCommand {
  const bought = command(at, payer, 'purchase', [
    { account: payer, amountKobo: kobo(-amount - 100), note: 'Ikeja Electric prepaid' },
    { account: providerHeld(PROVIDER), amountKobo: kobo(amount + 100), note: 'Ikeja Electric prepaid' },
  ]);
  return { ...bought, journal: { ...bought.journal!, holds: [{ account: FEES_ACCOUNT, amountKobo: kobo(100) }] } };
}

/** With the row of the purchase, as it is when it is over. */
function settlement(at: number, { subject, payer, heldKobo, createdAt }: StoredHold): LedgerCommand {
  const [held, clearing, note] = [providerHeld(PROVIDER), providerClearing(PROVIDER), 'Ikeja Electric prepaid'];
  const journal = endingJournal(subject, {
    as: 'post',
    to: clearing,
    notes: { [held]: note, [clearing]: note, [FEES_ACCOUNT]: note },
  });
  const values = {
    id: subject,
    user_id: payer,
    kind: 'bill',
    ...EMPTY,
    reference: subject,
    delivers_pin: 0,
    amount_kobo: heldKobo - 100,
    charges: '[{"kind":"item_fee","amountKobo":100}]',
    commission_kobo: 0,
    status: 'completed',
    queries: 0,
    recorded: createdAt,
    settled_at: createdAt,
  };
  return {
    idempotencyKey: { scope: 'system', action: 'books.settlement', key: subject, fingerprint: FINGERPRINT },
    journal,
    response: { at },
    inserts: [{ table: 'purchase', values }],
  };
}

function deposit(at: number, wallet: string, amount: number): LedgerCommand {
  return command(at, 'system', 'deposit', [
    { account: depositClearing(PROVIDER), amountKobo: kobo(-amount), note: 'Deposit' },
    { account: wallet, amountKobo: kobo(amount), note: 'Deposit' },
  ]);
}

function command(at: number, scope: string, kind: JournalKind, postings: Posting[]): LedgerCommand {
  const journal: Journal = { id: ulid(at), kind, subject: ulid(at), postings };
  return {
    idempotencyKey: { scope, action: `books.${kind}`, key: journal.id, fingerprint: FINGERPRINT },
    journal,
    response: { id: journal.subject, at },
  };
}

function queued(command: LedgerCommand, arrivedAt: number, recordsKey: ChainKey): QueuedCommand {
  const { idempotencyKey } = command;
  const key = recordKey(idempotencyKey, recordsKey);
  const name = idempotencyName({ ...idempotencyKey, key });
  return { command, recordKey: key, name, arrivedAt, attemptId: ulid(arrivedAt) };
}

/** Rows of many batches at a time, in the order of their keys, written while the next ones are planned. */
class Rows {
  private groups = new Map<string, InsertGroup>();
  private count = 0;
  private writing: Promise<unknown> = Promise.resolve();

  constructor(private readonly execute: (sql: string) => Promise<unknown>) {}

  async add({ inserts, holds, batch }: WriteSet): Promise<void> {
    // Holds are written when they are over.
    for (const group of inserts) if (group.table !== 'ledger_hold') this.push(group);
    if (holds.length > 0) this.push({ table: 'ledger_hold', columns: HOLD_COLUMNS, rows: [...holds].map((row) => [...row]) });
    if (batch) {
      const columns = ['batch_no', 'journals', 'hash', 'recorded', 'key_id'];
      this.push({
        table: 'ledger_batch',
        columns,
        rows: [[batch.batchNo, batch.journals, batch.hash, batch.committedAt, batch.keyId]],
      });
    }
    if (this.count >= ROWS_PER_ROUND) await this.finish(false);
  }

  /** Waits for what was begun before, and begins to write the rest. */
  async finish(waits = true): Promise<void> {
    await this.writing;
    const groups = [...this.groups.values()];
    this.groups = new Map();
    this.count = 0;
    this.writing = Promise.all([
      this.write(groups.filter(({ table }) => table === 'posting')),
      this.write(groups.filter(({ table }) => table !== 'posting')),
    ]);
    if (waits) await this.writing;
    // A failure is thrown by the next wait.
    else this.writing.catch(() => undefined);
  }

  private push({ table, columns, rows }: InsertGroup): void {
    const group = this.groups.get(table) ?? { table, columns, rows: [] };
    this.groups.set(table, group);
    for (const row of rows) group.rows.push(row);
    this.count += rows.length;
  }

  private async write(groups: readonly InsertGroup[]): Promise<void> {
    for (const { table, columns, rows } of groups) {
      const sorted = table === 'posting' ? rows.toSorted(([one], [other]) => (one! < other! ? -1 : one === other ? 0 : 1)) : rows;
      for (const statement of statements({ table, columns, rows: sorted })) await this.execute(statement);
    }
  }
}

function* statements({ table, columns, rows }: InsertGroup): Generator<string> {
  for (let from = 0; from < rows.length; from += ROWS_PER_STATEMENT)
    yield insert({ table, columns, rows: rows.slice(from, from + ROWS_PER_STATEMENT) });
}

import { GENESIS_HASH, nextLink } from '../../src/ledger/chain/domain/hash-chain.js';
import { recordKey, recordsKeyOf } from '../../src/ledger/chain/domain/records-key.js';
import { HELD, keyOf, WALLETS, type Wish } from './commands.js';
import type { Row, SimulatedDatabase } from './database.js';
import { CHAIN_KEY } from './process.js';
import type { World } from './world.js';

/**
 * How long no money may move after a fault, beside outages of what all processes share. The server takes the head from a frozen process
 * after two seconds, and then a batch is committed.
 */
const MOST_WITHOUT_MONEY_MS = 2_100;
const MOST_FOUND = 20;
const RECORDS_KEY = recordsKeyOf(CHAIN_KEY);

/** What must hold, whatever fails. */
export class Oracle {
  readonly found: string[] = [];
  acknowledgedCommands = 0;
  refusedCommands = 0;
  longestWithoutMoneyMs = 0;
  private readonly outcomes = new Map<string, string>();
  private readonly deniedJournals = new Set<string>();
  private lastAnswerMs = 0;
  private excusedUntilMs = 0;
  private readonly lockedUntilMs = new Map<string, number>();

  constructor(
    private readonly world: World,
    private readonly database: SimulatedDatabase,
  ) {}

  get isLost(): boolean {
    return this.found.length > 0;
  }

  wrong(text: string): void {
    if (this.found.length >= MOST_FOUND) return;
    this.world.tell(`WRONG ${text}`);
    this.found.push(text);
  }

  /** No money may move until then: what all processes need is away. */
  excuse(untilMs: number): void {
    this.excusedUntilMs = Math.max(this.excusedUntilMs, untilMs);
  }

  acknowledged(wish: Wish, response: unknown): void {
    const { journal } = response as { readonly journal: string };
    this.decide(wish, `committed ${journal}`);
    this.acknowledgedCommands++;
    if (!this.database.table('journal').rows.has(journal))
      this.wrong(`${wish.kind} ${wish.key} is acknowledged, but not durable`);
  }

  /** @param response of an attempt that did nothing */
  denied(response: unknown): void {
    this.deniedJournals.add((response as { readonly journal: string }).journal);
  }

  refused(wish: Wish): void {
    this.decide(wish, 'refused');
    this.refusedCommands++;
  }

  /** At the end, when every wish is decided. */
  check(): void {
    const journals = this.checkChain();
    this.checkSums(journals);
    this.checkHolds(journals);
    this.checkOutcomes(journals);
  }

  /** One command moves money each time. */
  private decide(wish: Wish, outcome: string): void {
    this.lastAnswerMs = this.world.nowMs;
    const name = nameOf(wish);
    this.world.tell(`${name} ${outcome}`);
    const before = this.outcomes.get(name) ?? outcome;
    if (before !== outcome) this.wrong(`${name} was ${before}, and then ${outcome}`);
    this.outcomes.set(name, outcome);
  }

  /** Somebody else has an account or a table, so that who wants it waits, and nobody else does. */
  lock(place: string, untilMs: number): void {
    this.lockedUntilMs.set(place, Math.max(untilMs, this.lockedUntilMs.get(place) ?? 0));
  }

  /** A client has waited since then for a process that runs. */
  waited(sinceMs: number, places: readonly string[]): void {
    const { nowMs } = this.world;
    if (places.some((place) => (this.lockedUntilMs.get(place) ?? 0) > sinceMs)) return;
    const withoutMs = nowMs - Math.max(sinceMs, this.lastAnswerMs, Math.min(this.excusedUntilMs, nowMs));
    this.longestWithoutMoneyMs = Math.max(this.longestWithoutMoneyMs, withoutMs);
    if (withoutMs > MOST_WITHOUT_MONEY_MS) this.wrong(`no money moved for ${Math.round(withoutMs)} ms`);
  }

  /** @returns all journals with their lines */
  private checkChain(): Posted[] {
    const journals: Posted[] = [];
    let hash = GENESIS_HASH;
    const batches = [...this.database.table('ledger_batch').rows.values()];
    for (const [index, { batch_no: no, hash: written }] of batches.entries()) {
      if (no !== index + 1) this.wrong(`batch ${no} follows ${index}`);
      const posted = this.postedIn(Number(no));
      hash = nextLink(CHAIN_KEY, hash, Number(no), posted);
      if (hash !== written) this.wrong(`batch ${no} does not follow the one before`);
      journals.push(...posted);
    }
    const head = this.database.table('ledger_head').rows.get('1')!;
    if (head['batch_no'] !== batches.length || head['hash'] !== hash) this.wrong('the head is not the last batch');
    return journals;
  }

  private postedIn(batchNo: number): Posted[] {
    const lines = groupBy(this.database.table('posting').indexed(batchNo), (row) => row['journal_id']);
    return this.database
      .table('journal')
      .indexed(batchNo)
      .map((row) => ({
        id: String(row['id']),
        kind: String(row['kind']),
        subject: String(row['subject']),
        postedAt: Number(row['recorded']),
        request: String(row['request']),
        lines: (lines.get(row['id']) ?? []).map(lineOf),
      }));
  }

  private checkSums(journals: readonly Posted[]): void {
    const accounts = new Map<string, { balance: number; seq: number }>();
    let latest = 0;
    for (const { id, lines, postedAt } of journals) {
      if (postedAt < latest) this.wrong(`journal ${id} is earlier than the one before`);
      latest = postedAt;
      if (lines.reduce((sum, { amountKobo }) => sum + amountKobo, 0) !== 0) this.wrong(`journal ${id} does not sum to zero`);
      for (const { account, seq, amountKobo, balanceKobo } of lines) {
        const state = accounts.get(account) ?? { balance: 0, seq: 0 };
        const after = { balance: state.balance + amountKobo, seq: state.seq + 1 };
        accounts.set(account, after);
        if (after.balance !== balanceKobo || after.seq !== seq)
          this.wrong(`posting ${account}/${seq} is not built upon the one before`);
        if (after.balance < 0 && (WALLETS.includes(account) || account === HELD)) this.wrong(`${account} is below zero`);
      }
    }
    for (const row of this.database.table('ledger_account').rows.values()) {
      const { balance, seq } = accounts.get(String(row['id'])) ?? { balance: 0, seq: 0 };
      if (row['balance_kobo'] !== balance || row['seq'] !== seq) this.wrong(`the row of ${row['id']} is not its postings`);
    }
  }

  private checkHolds(journals: readonly Posted[]): void {
    const ends = new Map<string, number>();
    for (const { kind, subject } of journals)
      if (kind === 'settlement' || kind === 'refund') ends.set(subject, (ends.get(subject) ?? 0) + 1);
    for (const [subject, count] of ends) if (count > 1) this.wrong(`hold ${subject} ended ${count} times`);
    let left = 0;
    const holds = this.database.table('ledger_hold').rows;
    for (const { subject, state, left_kobo: kobo } of holds.values()) {
      left += Number(kobo);
      if ((state === 'held') === ends.has(String(subject)))
        this.wrong(`hold ${subject} is ${state}, and has ${ends.get(String(subject)) ?? 0} ends`);
    }
    for (const { kind, subject } of journals)
      if (kind === 'purchase' && !holds.has(subject)) this.wrong(`hold ${subject} is lost`);
    const held = Number(this.database.table('ledger_account').rows.get(HELD)?.['balance_kobo'] ?? 0);
    if (left !== held) this.wrong(`${HELD} has ${held}, its holds ${left}`);
  }

  /** Each command once, under its key, and nothing that nobody was told of. */
  private checkOutcomes(journals: readonly Posted[]): void {
    const told = new Set<string>();
    const times = groupBy(journals, ({ id }) => id);
    const records = this.database.table('money_request').rows;
    for (const [name, outcome] of this.outcomes) {
      const [state = '', journal = ''] = outcome.split(' ');
      if (state === 'committed' && times.get(journal)?.length !== 1)
        this.wrong(`${name} was ${outcome}, which is there ${times.get(journal)?.length ?? 0} times`);
      told.add(journal);
      const [kind, key] = [name.slice(0, name.indexOf(' ')), name.slice(name.indexOf(' ') + 1)] as [Wish['kind'], string];
      const stored = recordKey(keyOf({ kind, key }), RECORDS_KEY);
      const record = records.get(`clients\n${kind}\n${stored}`);
      const expected = state === 'committed' ? journal : null;
      if (!record || record['journal_id'] !== expected)
        this.wrong(`${name} was ${outcome}, and its record says ${String(record?.['journal_id'])}`);
    }
    for (const { id, kind } of journals) {
      if (kind !== 'deposit' && !told.has(id)) this.wrong(`${kind} ${id} was told to nobody`);
      if (this.deniedJournals.has(id)) this.wrong(`${kind} ${id} was done, and its client was told that nothing was`);
    }
  }
}

interface Posted {
  readonly id: string;
  readonly kind: string;
  readonly subject: string;
  readonly postedAt: number;
  readonly request: string;
  readonly lines: ReturnType<typeof lineOf>[];
}

function lineOf(row: Row) {
  return {
    account: String(row['account_id']),
    seq: Number(row['seq']),
    amountKobo: Number(row['amount_kobo']),
    balanceKobo: Number(row['balance_kobo']),
    note: String(row['note']),
  };
}

function groupBy<T, K>(list: readonly T[], keyOf: (each: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const each of list) {
    const group = groups.get(keyOf(each));
    if (group) group.push(each);
    else groups.set(keyOf(each), [each]);
  }
  return groups;
}

function nameOf({ kind, key }: Wish): string {
  return `${kind} ${key}`;
}

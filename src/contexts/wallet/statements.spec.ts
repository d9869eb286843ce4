import { describe, expect, it } from 'vitest';
import { kobo } from '../../kernel/money.js';
import { ExportStatement, type Statement, StatementFormat } from './statements.js';
import { type HistoryEntry, type HistorySnapshot, HistorySnapshots } from '../../ledger/application/ports.js';
import { ManualClock } from '../../../test/support/clocks.js';

/** One account's entries; `late` are committed as soon as a snapshot is open, and are in the next one. */
class FakeSnapshots extends HistorySnapshots {
  openSnapshots = 0;

  constructor(
    private readonly entries: HistoryEntry[],
    private readonly late: HistoryEntry[] = [],
  ) {
    super();
  }

  open(): Promise<HistorySnapshot> {
    const seen = [...this.entries];
    this.entries.push(...this.late);
    this.openSnapshots++;
    return Promise.resolve({
      balanceBefore: (_, before) => Promise.resolve(seen.findLast(({ createdAt }) => createdAt < before)?.balanceKobo ?? kobo(0)),
      between: async function* (_, from, to) {
        yield* seen.filter(({ createdAt }) => createdAt >= from && createdAt < to);
      },
      close: () => Promise.resolve(void this.openSnapshots--),
    });
  }
}

class SeenFormat extends StatementFormat {
  statement: Statement | undefined;
  amounts: number[] = [];

  async *write(statement: Statement): AsyncIterable<Uint8Array> {
    this.statement = statement;
    for await (const { amountKobo } of statement.entries) this.amounts.push(amountKobo);
    yield new Uint8Array();
  }
}

const entry = (seq: number, createdAt: number, amount: number, balance: number): HistoryEntry => ({
  account: 'U',
  seq,
  journalId: `J${seq}`,
  kind: 'transfer',
  amountKobo: kobo(amount),
  balanceKobo: kobo(balance),
  note: '',
  createdAt,
});

async function exported(snapshots: FakeSnapshots, from: number, to: number): Promise<SeenFormat> {
  const format = new SeenFormat();
  const holder = { name: 'Ada Obi', email: 'ada@example.com', referenceId: 'ABCD2345' };
  const exportStatement = new ExportStatement(snapshots, new ManualClock(1_000), { csv: format, pdf: format });
  for await (const chunk of exportStatement.execute({ account: 'U', holder, from, to, format: 'csv' }))
    expect(chunk).toBeDefined();
  expect(snapshots.openSnapshots).toBe(0);
  return format;
}

describe('a statement', () => {
  const entries = [entry(1, 100, 500, 500), entry(2, 200, -200, 300), entry(3, 300, 50, 350), entry(4, 400, 1, 351)];

  it('holds what was recorded from its beginning up to its end, and the balances around it', async () => {
    const { statement, amounts } = await exported(new FakeSnapshots([...entries]), 200, 400);
    expect(amounts).toEqual([-200, 50]);
    expect([statement?.openingKobo, statement?.closingKobo]).toEqual([500, 350]);
  });

  it('begins with nothing before the first entry', async () => {
    const { statement, amounts } = await exported(new FakeSnapshots([...entries]), 0, 150);
    expect(amounts).toEqual([500]);
    expect([statement?.openingKobo, statement?.closingKobo]).toEqual([0, 500]);
  });

  it('keeps to its closing balance when money moves while it is written', async () => {
    const { statement, amounts } = await exported(new FakeSnapshots([...entries], [entry(5, 400, 9, 360)]), 200, 500);
    expect(amounts).toEqual([-200, 50, 1]);
    expect(statement?.closingKobo).toBe(351);
  });
});

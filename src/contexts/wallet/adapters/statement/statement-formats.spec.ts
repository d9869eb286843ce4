import { describe, expect, it } from 'vitest';
import { type Kobo, kobo } from '../../../../kernel/money.js';
import type { HistoryEntry } from '../../application/ports/history.js';
import type { Statement, StatementFormat } from '../../application/ports/statement-format.js';
import { CsvStatement } from './csv-statement.js';
import { PdfStatement } from './pdf-statement.js';
import { printable } from './printable.js';

const FROM = Date.parse('2026-11-01T00:00:00+01:00');

function statementOf(movements: readonly { amount: number; note: string }[]): Statement {
  let balance = 100_000;
  const entries = movements.map(({ amount, note }, index): HistoryEntry => {
    balance += amount;
    const journalId = `J${index}`;
    const recorded = FROM + index * 60_000;
    return {
      account: 'U',
      seq: index + 1,
      journalId,
      kind: 'transfer',
      amountKobo: kobo(amount),
      balanceKobo: kobo(balance),
      note,
      createdAt: recorded,
    };
  });
  return {
    holder: { name: 'Ṣọlá Adé', email: 'sola@example.com', referenceId: 'ABCD2345' },
    account: 'U',
    from: FROM,
    to: FROM + 86_400_000,
    issued: FROM + 90_000_000,
    openingKobo: kobo(100_000),
    closingKobo: balance as Kobo,
    entries: (async function* () {
      yield* entries;
    })(),
  };
}

async function bytesOf(format: StatementFormat, statement: Statement): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of format.write(statement)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

describe('CSV statement', () => {
  const csv = async (statement: Statement) =>
    (await bytesOf(new CsvStatement(), statement)).toString('utf8').trimEnd().split('\n');

  it('leads from the opening to the closing balance, an entry a row', async () => {
    expect(
      await csv(
        statementOf([
          { amount: -2_550, note: 'Lunch, "jollof"' },
          { amount: 1_000_000, note: 'Salary' },
        ]),
      ),
    ).toEqual([
      'date,time,transaction,kind,description,debit,credit,balance,currency',
      '2026-11-01,00:00:00,,opening,Opening balance,,,1000.00,NGN',
      '2026-11-01,00:00:00,J0,transfer,"Lunch, ""jollof""",25.50,,974.50,NGN',
      '2026-11-01,00:01:00,J1,transfer,Salary,,10000.00,10974.50,NGN',
      '2026-11-02,00:00:00,,closing,Closing balance,,,10974.50,NGN',
    ]);
  });

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx'])('keeps the note %j from becoming a formula', async (note) => {
    const row = (await csv(statementOf([{ amount: 1, note }])))[2]!;
    expect(row).toContain(`,'${note}`);
  });

  it('says so by its balances when nothing happened', async () => {
    const rows = await csv(statementOf([]));
    expect(rows).toHaveLength(3);
    expect(rows[2]).toContain('Closing balance,,,1000.00');
  });
});

describe('PDF statement', () => {
  const pagesIn = (pdf: Buffer) => pdf.toString('latin1').match(/\/Type \/Page\n/g)?.length;

  it('is one page for a few entries', async () => {
    const pdf = await bytesOf(new PdfStatement(), statementOf([{ amount: -5_000, note: '₦50 for Ọlá' }]));
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
    expect(pdf.subarray(-6).toString()).toContain('EOF');
    expect(pagesIn(pdf)).toBe(1);
  });

  it('breaks into as many pages as the entries need, however long their notes', async () => {
    const many = Array.from({ length: 199 }, (_, index) => ({ amount: 100, note: `${index} ${'long note '.repeat(20)}` }));
    // 33 rows below the heading and 42 on each page after it; the opening balance and the totals are rows too.
    expect(pagesIn(await bytesOf(new PdfStatement(), statementOf(many)))).toBe(5);
  });

  it('hands out its pages while it is still being written', async () => {
    let given = 0;
    const statement = statementOf(Array.from({ length: 200 }, () => ({ amount: 100, note: 'x' })));
    const entries = (async function* () {
      for await (const entry of statement.entries) {
        given++;
        yield entry;
      }
    })();
    const stream = new PdfStatement().write({ ...statement, entries })[Symbol.asyncIterator]();
    await stream.next();
    expect(given).toBeLessThan(200);
  });
});

describe('printable', () => {
  it.each([
    ['₦500', 'NGN 500'],
    ['Ṣọlá', 'Solá'],
    ['a\nb\tc', 'a b c'],
    ['café – “ok”', 'café – “ok”'],
    ['好 🎉', '? ?'],
  ])('writes %j as %j', (text, shown) => expect(printable(text)).toBe(shown));
});

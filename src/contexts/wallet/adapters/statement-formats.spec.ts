import { extractText, getDocumentProxy } from 'unpdf';
import { describe, expect, it } from 'vitest';
import { type Kobo, kobo } from '../../../kernel/money.js';
import type { SupportContact } from '../../../platform/config/support-contact.js';
import type { HistoryEntry } from '../../../ledger/application/ports.js';
import type { Statement, StatementFormat } from '../statements.js';
import { CsvStatement, PdfStatement } from './statement-formats.js';

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
      '\uFEFFdate,time,transaction,kind,description,debit,credit,balance,currency',
      '2026-11-01,00:00:00,,opening,Opening balance,,,1000.00,NGN',
      '2026-11-01,00:00:00,J0,transfer,"Lunch, ""jollof""",25.50,,974.50,NGN',
      '2026-11-01,00:01:00,J1,transfer,Salary,,10000.00,10974.50,NGN',
      '2026-11-01,23:59:59,,closing,Closing balance,,,10974.50,NGN',
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
  const CONTACT = { supportEmail: 'help@harmattan.example', supportPhone: '+234 700 555 0123' };
  const pdf = (contact: SupportContact = CONTACT) => new PdfStatement(contact);
  /** The text of each page, in NFC; marks of a letter follow it. */
  async function pagesOf(bytes: Uint8Array): Promise<string[]> {
    const { text } = await extractText(await getDocumentProxy(new Uint8Array(bytes)));
    return text.map((page) => page.normalize('NFC').replaceAll(/\s+/g, ' '));
  }
  const pagesFor = async (statement: Statement) => pagesOf(await bytesOf(pdf(), statement));

  it('names holder, period, balances and totals, and each movement with its reference', async () => {
    const pages = await pagesFor(
      statementOf([
        { amount: -2_550, note: 'Lunch' },
        { amount: 1_000_000, note: 'Salary' },
      ]),
    );
    expect(pages).toHaveLength(1);
    for (const part of [
      'Ṣọlá Adé',
      'sola@example.com',
      'Reference ID ABCD2345',
      'Issued 2 Nov 2026, 01:00 (Lagos)',
      '2026-11-01 to 2026-11-01',
      'Opening balance ₦1,000.00',
      'Closing balance ₦10,974.50',
      'Date Description and reference Debit Credit Balance',
      'Need help? Write to help@harmattan.example or call +234 700 555 0123.',
    ])
      expect(pages[0]).toContain(part);
    expect(pages[0]).toMatch(/Total in ?₦10,000\.00/);
    expect(pages[0]).toMatch(/Total out ?₦25\.50/);
    expect(pages[0]).toMatch(/Page 1 of ?1$/);
    expect(pages[0]).toMatch(/2026-11-01 00:00:00 Lunch Ref\. J0 ₦25\.50 ₦974\.50/);
    expect(pages[0]).toMatch(/00:01:00 Salary Ref\. J1 ₦10,000\.00 ₦10,974\.50/);
    expect(await pagesOf(await bytesOf(pdf({ supportEmail: undefined, supportPhone: undefined }), statementOf([])))).toEqual([
      expect.not.stringContaining('Need help?'),
    ]);
  });

  it.each([
    ['naira', '₦50'],
    ['Yoruba', 'Ẹniọlá Ṣọ́lá ẹ̀kọ́ ọ̀rẹ́ ń gbọ́ ṣé ǹjẹ́'],
    ['Igbo', 'Ngọzị Ụ́jụ́ ṅụọ ị́zụ́ ahịa'],
    ['Hausa', 'ɓera Ɗan ƙofa Ƙarfe ƴan Ƴaƴa'],
    ['marks written apart', 'Ẹ̀kọ́ nǹkan'],
  ])('shows the letters of %s', async (_, text) => {
    const statement = statementOf([{ amount: 1, note: text }]);
    const [page] = await pagesFor({ ...statement, holder: { ...statement.holder, name: text } });
    expect(page!.split(text.normalize('NFC'))).toHaveLength(3);
  });

  it('shows ? for what the font lacks, and one line for line breaks', async () => {
    expect((await pagesFor(statementOf([{ amount: 1, note: '好\n🎉\u202eok' }])))[0]).toContain('? ?ok Ref.');
  });

  it('cuts nothing off', async () => {
    const words = Array.from({ length: 40 }, (_, index) => `word${index}`).join(' ');
    const unbroken = 'x'.repeat(255);
    const [page] = await pagesFor(
      statementOf([
        { amount: 1, note: words },
        { amount: 1, note: unbroken },
        { amount: 100_000_000_000_000, note: 'the largest' },
      ]),
    );
    expect(page).toContain(words);
    expect(page!.replaceAll(' ', '')).toContain(unbroken);
    expect(page).toContain('₦1,000,000,000,000.00');
  });

  it('repeats the headings on each of many pages, and counts them', async () => {
    const movements = Array.from({ length: 3_000 }, (_, index) => ({
      amount: index % 2 ? -100 : 200,
      note: `Movement ${index}`,
    }));
    const pages = await pagesFor(statementOf(movements));
    expect(pages.length).toBeGreaterThan(60);
    for (const [index, page] of pages.entries()) {
      expect(page).toContain('Date Description and reference Debit Credit Balance');
      expect(page).toMatch(new RegExp(`Page ${index + 1} of ?${pages.length}$`));
    }
    const shown = pages.flatMap((page) => page.match(/Movement \d+ Ref/g) ?? []);
    expect(shown).toEqual(movements.map(({ note }) => `${note} Ref`));
    expect(pages[0]).toMatch(/Total in ?₦3,000\.00/);
    expect(pages.at(-1)).toMatch(/Totals ₦1,500\.00 ₦3,000\.00 .*Closing balance ₦2,500\.00/);
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
    let size = 0;
    for await (const chunk of pdf().write({ ...statement, entries })) {
      size += chunk.length;
      if (size > 5_000) break;
    }
    expect(given).toBeLessThan(200);
  });
});

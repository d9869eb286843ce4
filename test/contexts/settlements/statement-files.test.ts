import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { BankStatementFiles } from '../../../src/contexts/settlements/adapters/statements/bank-statement-files.js';
import { statementOf, parseStatementLayout } from '../../../src/contexts/settlements/statements.js';
import { toDecimal } from '../../../src/kernel/money.js';
import { parseAmount, parseTime } from '../../../src/kernel/written-values.js';

const folder = join(import.meta.dirname, 'statements');
const place = mkdtempSync(join(tmpdir(), 'harmattan-statement-'));
const files = new BankStatementFiles();
const DAYS = { firstDay: '2026-10-05', lastDay: '2026-10-06' };
const LINES = [
  { day: '2026-10-05', amountKobo: 50_000_000, reference: 'PSTK-7781', description: 'PAYSTACK PAYOUT 04/10' },
  { day: '2026-10-05', amountKobo: -25_000_000, reference: 'FT26278A', description: 'TRF TO INTERSWITCH QUICKTELLER FLOAT' },
  { day: '2026-10-05', amountKobo: -5_375, reference: 'FT26278A', description: 'NIP CHARGE + VAT' },
  { day: '2026-10-06', amountKobo: -255_000, reference: '', description: 'SMS ALERT CHARGES SEP' },
];
const [OPENING, CLOSING] = [100_000_000, 124_739_625];

describe('a statement of a bank', () => {
  afterAll(() => rmSync(place, { recursive: true }));

  const read = (text: string | Buffer, layout = 'own', expected: object = {}) => {
    const path = join(place, 'statement');
    writeFileSync(path, text);
    return files.read(path, files.layout(layout)!, { ...DAYS, ...expected });
  };
  const statementIn = async (path: string, layout = 'own') =>
    statementOf(await files.read(join(folder, path), files.layout(layout)!, DAYS), '2026-10-05', '2026-10-06');

  it.each(['gtbank', 'access', 'zenith', 'uba', 'firstbank'])('is read as %s writes it', async (bank) => {
    expect(await statementIn(`${bank}.csv`, bank)).toMatchObject({ openingKobo: OPENING, closingKobo: CLOSING, lines: LINES });
  });

  it('has a layout for each of these banks, in a file of its own that is one', () => {
    expect(files.layouts.toSorted()).toEqual(['access', 'firstbank', 'gtbank', 'own', 'uba', 'zenith']);
    for (const name of files.layouts) expect(files.layout(name)).toMatchObject({ day: expect.stringMatching(/./) as string });
    for (const name of ['nobank', '../settlements', '__proto__']) expect(files.layout(name)).toBeUndefined();
  });

  it.each(['statement.mt940', 'statement.xml'])('is read from %s, whose format its contents show', async (path) => {
    expect(await statementIn(path)).toMatchObject({ openingKobo: OPENING, closingKobo: CLOSING, lines: LINES });
  });

  it('is read with columns of another bank by a map, also with one signed amount', async () => {
    const layout = parseStatementLayout('{"day":"When","reference":"Ref","amount":"Sum","balance":"Left"}')!;
    const path = join(place, 'other.csv');
    writeFileSync(path, 'When,Ref,Sum,Left\n2026-10-05,a,"1,000.50",1000.50\n2026-10-06,b,(0.50),1000.00\n');
    expect(statementOf(await files.read(path, layout, DAYS), '2026-10-05', '2026-10-06')).toMatchObject({
      openingKobo: 0,
      closingKobo: 100_000,
      lines: [{ amountKobo: 100_050 }, { amountKobo: -50 }],
    });
  });

  it.each([
    ['{"day":"D"}', 'an amount'],
    ['{"day":"D","amount":"A","debit":"B"}', 'one way to write amounts'],
    ['{"day":"D","debit":"B"}', 'both of debit and credit'],
    ['{"amount":"A"}', 'a day'],
    ['{"day":"D","amount":"A","dya":"x"}', 'known names'],
    ['[]', 'an object'],
  ])('takes no map %s, which lacks %s', (json) => {
    expect(parseStatementLayout(json)).toBeUndefined();
  });

  it.each([
    ['a day that does not exist', 'day,amount\n', '2026-02-30,1.00', 'day "2026-02-30" is no day'],
    ['three decimals', '', '2026-10-05,1.005', 'amount "1.005" is no amount in Naira'],
    ['words', '', '2026-10-05,ten', 'is no amount in Naira'],
  ])('is refused with %s, by its line', async (_, __, line, message) => {
    await expect(read(`day,reference,description,amount,balance\n${line.replace(',', ',r,d,')},1.00\n`)).rejects.toThrow(message);
  });

  it.each([
    ['other columns', 'a,b\n1,2\n', 'it has no line with the columns day, reference, description, amount, balance'],
    ['broken XML', '<Document><Stmt>', 'it is no XML'],
    ['XML of something else', '<Document/>', 'it is no camt.053'],
    ['another currency', ':20:X\n:60F:C261004USD1,\n:62F:C261004USD1,\n', 'it is in USD, not in NGN'],
    ['a broken line of MT940', ':20:X\n:60F:C261004NGN1,\n:61:nothing\n', 'is no line of a statement'],
  ])('is refused with %s', async (_, text, message) => {
    await expect(read(text)).rejects.toThrow(message);
  });

  const NOVEMBER = { firstDay: '2026-11-01', lastDay: '2026-11-30' };
  const HEAD = 'day,reference,description,amount,balance\n';
  const csv = (...rows: readonly string[]) => read(`${HEAD}${rows.join('\n')}\n`, 'own', NOVEMBER);
  const mt940 = (entries: string, account = '0123456789') =>
    `:20:S\n:25:${account}\n:60F:C261031NGN1000,00\n${entries}\n:62F:C261130NGN1010,00\n-\n`;
  const camt = (entry: string, account = '0123456789') =>
    `<Document><Stmt><Acct><Id><Othr><Id>${account}</Id></Othr></Id></Acct><Ntry><Amt Ccy="NGN">10.00</Amt><CdtDbtInd>CRDT</CdtDbtInd>${entry}</Ntry></Stmt></Document>`;

  it.each([
    [
      'a decimal comma',
      '2026-11-03,R1,IN,"9,00",1',
      /line 2: amount "9,00" is no amount in Naira; --map may say "decimal": ","$/,
    ],
    ['commas before other than three digits', '2026-11-03,R1,IN,"1,23,456.00",1', /line 2: amount "1,23,456.00" is no amount/],
    ['three decimals, which may be thousands', '2026-11-03,R1,IN,1.000,1', /line 2: amount "1.000" is no amount/],
    ['a power of ten for an amount', '2026-11-03,R1,IN,1.5E+3,1', /line 2: amount "1.5E\+3" is no amount/],
    [
      'a rounded reference',
      '2026-11-03,1.23E+14,IN,1,1',
      /line 2: reference "1.23E\+14" is a number that a spreadsheet has rounded/,
    ],
    ['more values than columns', '2026-11-03,R1,IN,1,000.00,1000.00', /line 2: it has 6 values for 5 columns/],
    ['a day between orders', '13/11/2026,R1,IN,1,1\n11/14/2026,R2,IN,1,2', /line 3: day "11\/14\/2026" is no day/],
    ['an amount without a day', '2026-11-03,R1,IN,1,1\n,R2,IN,1,2', /line 3: day "" is no day/],
  ])('is refused with %s, by line and column', async (_, rows, message) => {
    await expect(csv(rows)).rejects.toThrow(message);
  });

  it.each([
    ['in November', '2026-11', '11/03/2026', '2026-11-03'],
    ['in March', '2026-03', '11/03/2026', '2026-03-11'],
    ['in neither', '2026-07', '11/03/2026', '2026-03-11'],
    ['where another day shows it', '2026-03', '11/03/2026,,,1,1\n11/13/2026', '2026-11-03'],
    ['with a time', '2026-11', '11/03/2026 2:30 PM', '2026-11-03'],
  ])('has the day before the month, unless the file shows another order: %s', async (_, month, days, day) => {
    const period = { firstDay: `${month}-01`, lastDay: `${month}-30` };
    expect((await read(`${HEAD}${days},,,1,1\n`, 'own', period)).lines[0]).toMatchObject({ day });
  });

  it.each([
    ['UTF-16 LE', (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le')],
    ['UTF-16 BE', (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le').swap16()],
    ['UTF-16 without a mark', (text: string) => Buffer.from(text, 'utf16le')],
    ['UTF-8 with a mark', (text: string) => Buffer.from(`\uFEFF${text}`)],
    ['Windows-1252', (text: string) => Buffer.from(text.replace('\u2019', '\x92'), 'latin1')],
  ])('is read in %s', async (_, encode) => {
    const { lines } = await read(encode(`${HEAD}2026-11-03,R1,ADA\u2019S CAF\u00C9,10.00,10.00\n`), 'own', NOVEMBER);
    expect(lines).toMatchObject([{ description: 'ADA\u2019S CAF\u00C9', amountKobo: 1_000 }]);
  });

  it.each([
    [
      'a byte that no encoding has',
      Buffer.from(`${HEAD}2026-11-03,R1,\x81,1,1`, 'latin1'),
      /line 2: a byte is none of windows-1252/,
    ],
    ['zero bytes', Buffer.from(`${HEAD}2026-11-03,R1,\0,1,1`), /line 2: there is a zero byte/],
    ['an encoding that nobody knows', '<?xml version="1.0" encoding="klingon"?><a/>', /its encoding klingon is not known/],
    ['a workbook', Buffer.from('504b030400', 'hex'), /an Excel workbook/],
    ['nothing in it', ' \n', /is empty/],
  ])('is refused with %s', async (_, content, message) => {
    await expect(read(content)).rejects.toThrow(message);
  });

  it('is read with a decimal comma where the map says so', async () => {
    const layout = parseStatementLayout('{"day":"day","amount":"amount","balance":"balance","decimal":","}')!;
    const path = join(place, 'euro.csv');
    writeFileSync(path, 'day;amount;balance\n2026-11-03;1.234,56;2.234,56\n2026-11-04;"9,00";2.243,56\n');
    expect((await files.read(path, layout, NOVEMBER)).lines).toMatchObject([{ amountKobo: 123_456 }, { amountKobo: 900 }]);
    expect(parseStatementLayout('{"day":"d","amount":"a","decimal":";"}')).toBeUndefined();
  });

  it('has pages with their own heads, balances and sums, and remarks of several rows', async () => {
    const found = await csv(
      ',,Opening Balance,,1000.00',
      '03/11/2026,R1,NIP FROM,10.00,1010.00',
      ',,ADA OBI,,',
      ',,REF 7,,',
      ',,Balance c/f,,1010.00',
      'Day,Reference,Description,Amount,Balance',
      ',,Balance b/f,,1010.00',
      '04/11/2026,R2,TOTAL ENERGIES,-5.00,1005.00',
      '05/11/2026,R3,Total,6.00,1011.00',
      '05/11/2026,,Total,11.00,1011.00',
      'Total,,,11.00,',
      ',,Closing Balance,,1011.00',
      ',,This statement was made by a computer,,',
    );
    expect(statementOf(found, NOVEMBER.firstDay, NOVEMBER.lastDay)).toMatchObject({
      openingKobo: 100_000,
      closingKobo: 101_100,
      lines: [
        { description: 'NIP FROM ADA OBI REF 7' },
        { description: 'TOTAL ENERGIES' },
        { description: 'Total', reference: 'R3' },
      ],
    });
  });

  it('has balances with a day and nothing that moved, and behind the sign of the currency', async () => {
    const found = await read(
      `Closing Balance:,NGN,"1,010.00"\n${HEAD}2026-11-01,,Opening Balance,0.00,1000.00\n2026-11-03,R1,A,10.00,1010.00\n`,
      'own',
      NOVEMBER,
    );
    expect(found).toMatchObject({ openingKobo: 100_000, closingKobo: 101_000, lines: [{ reference: 'R1' }] });
  });

  it('has its opening balance below its lines where the newest is the first', async () => {
    const found = await csv('2026-11-04,R2,B,5.00,1015.00', '2026-11-03,R1,A,10.00,1010.00', ',,Balance b/f,,1000.00');
    expect(statementOf(found, NOVEMBER.firstDay, NOVEMBER.lastDay)).toMatchObject({ openingKobo: 100_000, closingKobo: 101_500 });
  });

  it.each([
    ['an entry date of the year before', ':61:2701031231C10,00NTRFR', '2026-12-31', 1_000],
    ['30 February', ':61:270230C10,00NMSCR', '2027-02-28', 1_000],
    ['30 February as the day of value', ':61:2702300301C10,00NMSCR', '2027-03-01', 1_000],
    ['a blank entry date', ':61:261103    C10,00NTRFR', '2026-11-03', 1_000],
    ['an entry date of zeros', ':61:2611030000C10,00NTRFR', '2026-11-03', 1_000],
    ['a debit that was returned', ':61:2611031103RDN10,NRTIR', '2026-11-03', 1_000],
    ['a credit that was returned', ':61:2611031103RC10,5NRTIR', '2026-11-03', -1_050],
  ])('is read from MT940 with %s', async (_, entry, day, amountKobo) => {
    expect((await read(mt940(entry))).lines).toEqual([expect.objectContaining({ day, amountKobo, reference: 'R' })]);
  });

  it('keeps all details and the reference of the bank of a line of MT940', async () => {
    const entry = ':61:261103C10,00NTRFCUST//BANK7\nSUPPLEMENT\n:86:FIRST\nSECOND\n:86:THIRD';
    expect((await read(`{1:F01GTBINGLA}{2:O940}{4:\n${mt940(entry)}}\n`)).lines).toMatchObject([
      { reference: 'CUST', bankReference: 'BANK7', description: 'SUPPLEMENT FIRST SECOND THIRD' },
    ]);
  });

  it.each([
    ['<BookgDt><DtTm>2026-10-31T23:30:00.000Z</DtTm></BookgDt>', '2026-11-01'],
    ['<BookgDt><DtTm>2026-11-01T00:30:00+02:00</DtTm></BookgDt>', '2026-10-31'],
    ['<BookgDt><Dt>2026-11-03+01:00</Dt></BookgDt>', '2026-11-03'],
    ['<BookgDt><Dt>2026-11-03Z</Dt></BookgDt>', '2026-11-03'],
    ['<ValDt><Dt>2026-11-03</Dt></ValDt>', '2026-11-03'],
  ])('is read from camt.053 with %s', async (dates, day) => {
    expect((await read(camt(`<Sts><Cd>BOOK</Cd></Sts>${dates}`))).lines).toMatchObject([{ day }]);
  });

  it.each(['INFO', 'FUTR', 'PDNG'])('counts no entry of camt.053 that is %s', async (status) => {
    const dates = '<BookgDt><Dt>2026-11-03</Dt></BookgDt>';
    expect((await read(camt(`<Sts>${status}</Sts>${dates}`))).lines).toEqual([]);
    expect((await read(camt(`<Sts><Cd>${status}</Cd></Sts>${dates}`))).lines).toEqual([]);
  });

  const ENTRY = ':61:261103C10,00NTRFR';
  const DATED = '<BookgDt><Dt>2026-11-03</Dt></BookgDt>';
  const heading = (account: string) => `${account}\n${HEAD}2026-11-03,R1,IN,10.00,10.00\n`;
  it.each([
    ['CSV', heading('Account Number,0123456789'), heading('"Account No: 9876543210",')],
    ['CSV without words', heading('GTBank,0123456789'), heading('GTBank,9876543210')],
    ['CSV with stars', heading('Account Number: 012****789'), heading('Account Number: 987****210')],
    ['MT940', mt940(ENTRY, 'GTBINGLA/0123456789NGN'), mt940(ENTRY, '9876543210')],
    ['camt.053', camt(DATED, 'NG72GTB0123456789'), camt(DATED, '9876543210')],
  ])('is refused in %s where it is of another account than the settings say', async (_, own, other) => {
    const expected = { ...NOVEMBER, accountNumber: '0123456789' };
    expect((await read(own, 'own', expected)).lines).toHaveLength(1);
    await expect(read(other, 'own', expected)).rejects.toThrow(
      /is of the account 987.*210, and 0123456789 is the one in BANK_ACCOUNTS/,
    );
    expect((await read(other, 'own', NOVEMBER)).lines).toHaveLength(1);
  });

  it.each([
    ['MT940', mt940(ENTRY, '9876543210') + mt940(ENTRY)],
    ['camt.053', `<a>${camt(DATED, '9876543210')}${camt(DATED)}</a>`],
  ])('is taken from several in one file of %s only by the number of its account', async (_, text) => {
    expect(await read(text, 'own', { accountNumber: '0123456789' })).toMatchObject({ accounts: ['0123456789'], lines: [{}] });
    await expect(read(text)).rejects.toThrow('it is of several accounts (9876543210, 0123456789)');
    await expect(read(text, 'own', { accountNumber: '1111111111' })).rejects.toThrow(
      'it is of the account 9876543210, 0123456789',
    );
  });

  it.each(['SYSTEM "file:///etc/passwd"', '"GTB"'])(
    'is refused as camt.053 with the entity %s, which is not resolved',
    async (entity) => {
      const [, document] = readFileSync(join(folder, 'statement.xml'), 'utf8').split('?>');
      const text = document!.replace('</Ustrd>', '&bank;</Ustrd>').replace('</AddtlNtryInf>', '&bank;</AddtlNtryInf>');
      await expect(read(`<?xml version="1.0"?><!DOCTYPE Document [<!ENTITY bank ${entity}>]>${text}`)).rejects.toThrow(
        'entity not found:&bank;',
      );
    },
  );

  it('is refused where there is no file', async () => {
    await expect(files.read('/nowhere.csv', files.layout('own')!, DAYS)).rejects.toThrow('/nowhere.csv: there is no such file');
  });

  it.each([
    ['a line is missing', (text: string) => text.replace(/^.*NIP CHARGE.*\n/m, ''), /after line 3 \(2026-10-06\) the balance/],
    [
      'an amount is another one',
      (text: string) => text.replace('53.75', '53.76'),
      /after line 3 \(2026-10-05 FT26278A\) the balance/,
    ],
    ['the opening balance is another one', (text: string) => text.replace('1,000,000.00', '1,000,000.01'), /after line 1/],
    [
      'the closing balance is another one',
      (text: string) => text.replace('"1,247,396.25"', '"1,247,396.24"'),
      /the closing balance is said to be/,
    ],
    ['a line is of another day', (text: string) => text.replace('06-Oct', '07-Oct'), /a line is of 2026-10-07/],
  ])('is not right in itself where %s', async (_, change, message) => {
    const text = change(readFileSync(join(folder, 'gtbank.csv'), 'utf8'));
    expect(statementOf(await read(text, 'gtbank'), '2026-10-05', '2026-10-06')).toMatch(message);
  });
});

it.each([
  ['1,234.5', 123_450],
  ['₦1,234.50', 123_450],
  ['(1.00)', -100],
  ['-1.00', -100],
  ['1.00DR', -100],
  ['1.00 Cr', 100],
  ['-', 0],
  ['', 0],
  ['(1.00', undefined],
  ['-(1.00)', undefined],
  ['1.005', undefined],
  ['1.5000', 150],
  ['₦ 1,000', 100_000],
  ['NGN 1,000.00', 100_000],
  ['1 234 567.00', 123_456_700],
  ['- 26.88', -2_688],
  ['\u221226.88', -2_688],
  ['26.88-', -2_688],
  ['-26.88 CR', -2_688],
  ['000149.87', 14_987],
  ['9,00', undefined],
  ['1,2,3', undefined],
  ['0,123', undefined],
  ['1,234,5', undefined],
  ['1.234,56', undefined],
  ['1.000', undefined],
  ['1.5E+3', undefined],
  ['--1', undefined],
])('the amount "%s" is %s kobo', (text, amountKobo) => expect(parseAmount(text)).toBe(amountKobo));

it.each([
  ['5-Oct-2026', '2026-10-05'],
  ['05-OCT-26', '2026-10-05'],
  ['5 October 2026', '2026-10-05'],
  ['05/10/2026', '2026-10-05'],
  ['05.10.2026 14:00', '2026-10-05'],
  ['2026-10-05T14:00:00', '2026-10-05'],
  ['31/02/2026', undefined],
  ['10/13/2026', undefined],
  ['Total', undefined],
  ['2026/10/05', '2026-10-05'],
  ['20261005', '2026-10-05'],
  ['05/10/2026 or so', undefined],
])('the day "%s" is %s', (text, day) => expect(parseTime(text)?.day).toBe(day));

interface Expected {
  readonly month?: string;
  readonly means: string;
  readonly refused?: true;
  readonly opening?: string;
  readonly closing?: string;
  readonly lines?: readonly { day: string; amount: string; reference?: string; bankReference?: string; description?: string }[];
  readonly either?: readonly Expected[];
}
const bankFiles = join(import.meta.dirname, 'bank-files');
const { files: EXPECTED } = JSON.parse(readFileSync(join(bankFiles, 'expected.json'), 'utf8')) as {
  files: Record<string, Expected>;
};

/** In the words of the list; undefined where it is refused with a sentence. */
async function resultOf(name: string, month: string) {
  const [firstDay, lastDay] = [`${month}-01`, month === '2026-11' ? '2026-11-30' : `${month}-31`];
  const layout = files.layout(name.includes('gtb') ? 'gtbank' : 'own')!;
  const read = await files.read(join(bankFiles, name), layout, { firstDay, lastDay }).catch((error: Error) => {
    if (/^The statement cannot be read: .+/.test(error.message)) return undefined;
    throw error;
  });
  if (!read) return undefined;
  const statement = statementOf(read, firstDay, lastDay);
  if (typeof statement === 'string') throw new Error(statement);
  const lines = statement.lines.map(({ amountKobo, ...line }) => ({ ...line, amount: toDecimal(amountKobo) }));
  const balances = { opening: toDecimal(statement.openingKobo), closing: toDecimal(statement.closingKobo) };
  return { ...balances, lines };
}

it.each(Object.entries(EXPECTED))('%s is read as the bank meant it', async (name, { month = '2026-11', either, ...one }) => {
  const { opening, closing, lines } = either?.find((each) => each.lines) ?? one;
  const read = await resultOf(name, month);
  expect(read && { opening: read.opening, closing: read.closing }).toEqual(lines ? { opening, closing } : undefined);
  expect(read?.lines).toEqual(lines?.map((line) => expect.objectContaining(line) as object));
});

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { BankStatementFiles } from '../../../src/contexts/settlements/adapters/statements/bank-statement-files.js';
import { statementOf } from '../../../src/contexts/settlements/domain/bank-statement.js';
import { parseStatementLayout } from '../../../src/contexts/settlements/domain/statement-layout.js';
import { parseStatementAmount, parseStatementDay } from '../../../src/contexts/settlements/domain/statement-values.js';

const folder = join(import.meta.dirname, 'statements');
const place = mkdtempSync(join(tmpdir(), 'harmattan-statement-'));
const files = new BankStatementFiles();
const LINES = [
  { day: '2026-10-05', amountKobo: 50_000_000, reference: 'PSTK-7781', description: 'PAYSTACK PAYOUT 04/10' },
  { day: '2026-10-05', amountKobo: -25_000_000, reference: 'FT26278A', description: 'TRF TO INTERSWITCH QUICKTELLER FLOAT' },
  { day: '2026-10-05', amountKobo: -5_375, reference: 'FT26278A', description: 'NIP CHARGE + VAT' },
  { day: '2026-10-06', amountKobo: -255_000, reference: '', description: 'SMS ALERT CHARGES SEP' },
];
const [OPENING, CLOSING] = [100_000_000, 124_739_625];

describe('a statement of a bank', () => {
  afterAll(() => rmSync(place, { recursive: true }));

  const read = (text: string, layout = 'own') => {
    const path = join(place, 'statement');
    writeFileSync(path, text);
    return files.read(path, files.layout(layout)!);
  };
  const statementIn = async (path: string, layout = 'own') =>
    statementOf(await files.read(join(folder, path), files.layout(layout)!), '2026-10-05', '2026-10-06');

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
    expect(statementOf(await files.read(path, layout), '2026-10-05', '2026-10-06')).toMatchObject({
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

  it('is refused where there is no file', async () => {
    await expect(files.read('/nowhere.csv', files.layout('own')!)).rejects.toThrow('/nowhere.csv cannot be read (ENOENT)');
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
])('the amount "%s" is %s kobo', (text, amountKobo) => expect(parseStatementAmount(text)).toBe(amountKobo));

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
])('the day "%s" is %s', (text, day) => expect(parseStatementDay(text)).toBe(day));

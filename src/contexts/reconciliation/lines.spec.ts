import { describe, expect, it } from 'vitest';
import { OWN_NAMES, parseColumnMap, toTransaction } from './lines.js';

const textIn = (record: Record<string, string>) => (column: string) => record[column] ?? '';
const read = (record: Record<string, string>) => toTransaction(textIn({ reference: 'r1', amount: '10', ...record }), OWN_NAMES);

describe('toTransaction', () => {
  it.each([
    ['1500', 150_000],
    ['1,500.5', 150_050],
    ['₦1,500.00', 150_000],
    ['NGN 1500.00', 150_000],
    ['0.00', 0],
  ])('reads %s naira as %i kobo', (amount, amountKobo) => expect(read({ amount }).amountKobo).toBe(amountKobo));

  it('reads whole kobo where the map says so', () => {
    const map = { ...OWN_NAMES, unit: 'kobo' } as const;
    expect(toTransaction(textIn({ reference: 'r', amount: '150050' }), map).amountKobo).toBe(150_050);
    expect(() => toTransaction(textIn({ reference: 'r', amount: '1500.50' }), map)).toThrow(
      'amount "1500.50" is no amount in kobo',
    );
  });

  it('reads what the provider kept, where there is a column of it', () => {
    expect(read({ fee: '10.75' }).feeKobo).toBe(1_075);
    expect(read({ fee: '-10.75' }).feeKobo).toBe(1_075);
    expect([read({}).feeKobo, read({ fee: '' }).feeKobo, read({ fee: '0' }).feeKobo]).toEqual([undefined, undefined, 0]);
    expect(() => read({ fee: 'free' })).toThrow('fee "free" is no amount in naira');
  });

  it('takes a negative amount for a reversal', () => {
    expect(read({ amount: '-10.00', status: 'Successful' })).toMatchObject({ amountKobo: 1_000, status: 'reversed' });
    expect(read({ amount: '(10.00)' })).toMatchObject({ amountKobo: 1_000, status: 'reversed' });
  });

  it.each([
    ['2026-10-05', '2026-10-04T23:00:00Z'],
    ['2026-10-05 14:30:00', '2026-10-05T13:30:00Z'],
    ['2026-10-05T14:30:00.123456+0000', '2026-10-05T14:30:00.123Z'],
    ['05/10/2026 2:30 PM', '2026-10-05T13:30:00Z'],
    ['5-10-2026', '2026-10-04T23:00:00Z'],
    ['1791297000', '2026-10-06T14:30:00Z'],
    ['1791297000000', '2026-10-06T14:30:00Z'],
  ])('reads the time %s', (time, iso) => expect(read({ time }).at).toBe(Date.parse(iso)));

  it.each([
    ['Delivered', 'success'],
    ['TRANSACTION SUCCESSFUL', 'success'],
    ['', 'success'],
    ['Partially_Paid', 'success'],
    ['refunded', 'reversed'],
    ['Failed', 'failed'],
    ['in-progress', 'pending'],
    ['on hold', 'unknown'],
  ])('reads the state "%s" as %s', (status, listed) => expect(read({ status }).status).toBe(listed));

  it.each([
    [{ amount: 'ten' }, 'amount "ten" is no amount in naira'],
    [{ time: '31/31/2026' }, 'time "31/31/2026" is no time'],
    [{ reference: '' }, 'reference is empty'],
  ])('refuses %o', (record, message) => expect(() => read(record)).toThrow(message));
});

describe('parseColumnMap', () => {
  it('keeps the own names of what it leaves out', () => {
    expect(parseColumnMap('{"reference":"Request ID","unit":"kobo"}')).toEqual({
      ...OWN_NAMES,
      reference: 'Request ID',
      unit: 'kobo',
    });
  });

  it.each(['[]', 'no', '{"unit":"dollars"}', '{"refrence":"x"}', '{"amount":1}'])('refuses %s', (json) =>
    expect(parseColumnMap(json)).toBeUndefined(),
  );
});

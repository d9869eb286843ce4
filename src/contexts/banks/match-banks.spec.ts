import { describe, expect, it } from 'vitest';
import { KNOWN_BANKS, matchBank, plainName, takesPayouts } from './match-banks.js';

const match = (name: string, code: string, nipCode?: string) => {
  const { bank, by } = matchBank({ name, code, nipCode }, KNOWN_BANKS, new Set(KNOWN_BANKS.map((known) => known.code)));
  return [bank.code, by];
};

describe('banks that a provider lists', () => {
  it.each([
    ['GTBank Plc', '058', undefined, 'gtbank', 'name'],
    ['Guaranty Trust Bank', '058', '000013', 'gtbank', 'nip'],
    ['OPay Digital Services Limited (OPay)', '999992', undefined, 'opay', 'name'],
    ['PAYCOM', '305', undefined, 'opay', 'name'],
    ['Kuda Bank', '50211', undefined, 'kuda', 'name'],
    ['Moniepoint MFB', '50515', undefined, 'moniepoint', 'name'],
    ['9mobile 9Payment Service Bank', '120001', undefined, '9psb', 'name'],
    ['Stanbic IBTC', '221', undefined, 'stanbic-ibtc', 'name'],
    ['Union Bank of Nigeria', '032', undefined, 'union', 'name'],
    ['Ecobank Nig. (Retail)', '050', undefined, 'ecobank', 'cbn'],
    ['Access Bank (Diamond)', '063', undefined, 'access-diamond', 'name'],
  ])('%s (%s, %s) is %s by its %s', (name, code, nipCode, bank, by) => {
    expect(match(name, code, nipCode)).toEqual([bank, by]);
  });

  it.each([
    ['Unity Microfinance Bank', '51999', undefined, 'unity-mfb'],
    ['Fidelity Mobile', '070', '100019', 'fidelity-mobile'],
    ['Some Other Company', '058', undefined, 'some-other-company'],
    ['Titan', '900', '090999', 'titan-090999'],
  ])(
    '%s (%s, %s) is a bank of its own, %s, where another code of the rail, or a code alone, is all there is',
    (name, code, nipCode, bank) => {
      expect(match(name, code, nipCode)).toEqual([bank, 'none']);
    },
  );

  it('are told apart whatever their names leave out, and known under one code each', () => {
    const names = KNOWN_BANKS.flatMap(({ code, name, otherNames }) =>
      [name, ...otherNames].map((each) => `${plainName(each)}=${code}`),
    );
    const byName = new Map(names.map((entry) => entry.split('=') as [string, string]));
    expect([...new Set(names)]).toHaveLength(byName.size);
    const codes = KNOWN_BANKS.flatMap(({ nipCode }) => nipCode ?? []);
    expect(new Set(codes).size).toBe(codes.length);
    for (const { code } of KNOWN_BANKS) expect(code).toMatch(/^[a-z0-9-]{1,48}$/);
  });

  it('are left out where they are companies that only send', () => {
    expect([
      takesPayouts({ name: 'A switch', code: '1', nipCode: '110006' }),
      takesPayouts({ name: 'A bank', code: '2', nipCode: undefined }),
    ]).toEqual([false, true]);
  });
});

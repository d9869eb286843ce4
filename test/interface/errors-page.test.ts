import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { newReference } from '../../src/platform/http/request-context.js';

const read = (path: string) => readFileSync(resolve(import.meta.dirname, '../../docs', path), 'utf8');
const rows = read('errors.md')
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) => line.split(' | '));

describe('docs/errors.md', () => {
  it('says what to do about each error, not only that the request is wrong', () => {
    expect(rows.length).toBeGreaterThan(400);
    const bare = rows.filter(([, status, , , advice = '']) => /^4(00|22)$/.test(status!) && advice.startsWith('Correct '));
    expect(bare.map(([id, , , details]) => `${id} ${details}`)).toEqual([]);
  });

  it('says of a parameter that is not valid what would be', () => {
    const advice = (id: string) => rows.filter(([first]) => first === `| \`${id}\``).map((row) => row[4]);
    expect(advice('pnum_invalid').join()).toContain('a whole number from 1 to 100');
    expect(advice('rechargeType_invalid').join()).toContain('one of `vtu`, `epin`');
    expect(advice('emal_invalid').join()).toContain('an e-mail address of at most 254 characters');
    expect(advice('customerMobile_invalid').join()).toContain('08031234567');
    expect(advice('pcode_required').join()).toContain('paymentCode of the item');
  });
});

it('references in the guides are of the form that real ones have', () => {
  const real = /^[0-9A-HJKMNP-TV-Z]{8}$/;
  expect(newReference()).toMatch(real);
  const shown = [...read('guides/errors.md').matchAll(/\((\w{8})\)"/g)].map(([, reference]) => reference);
  expect(shown.length).toBeGreaterThan(0);
  for (const reference of shown) expect(reference).toMatch(real);
});

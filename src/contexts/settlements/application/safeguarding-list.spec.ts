import { describe, expect, it } from 'vitest';
import { kobo } from '../../../kernel/money.js';
import { endOf, leafOf, ListCheck, lineOf, proofOf, proves } from './safeguarding-list.js';

const DAY = '2026-11-20';
const wallets = ['ada', 'bola', 'chi', 'dayo', 'eze'].map((user, index) => ({
  user,
  balanceKobo: kobo(index * 12_345),
  salt: Buffer.alloc(32, index + 1),
}));
const leaves = wallets.map((wallet) => leafOf(DAY, wallet));
const end = endOf(leaves, 123_450);
const list = () => [{ safeguarding: 1, day: DAY }, ...wallets.map(lineOf), end].map((line) => JSON.stringify(line));

function faultsOf(lines: readonly string[], root?: string): readonly string[] {
  const check = new ListCheck();
  for (const line of lines) check.add(line);
  check.finish(root);
  return check.faults;
}

describe('a safeguarding list', () => {
  it('has a sum and a root over its lines, by which anybody checks it', () => {
    expect(end).toEqual({ wallets: 5, sum: '1234.50', root: expect.stringMatching(/^[0-9a-f]{64}$/) as string });
    expect(faultsOf(list(), end.root)).toEqual([]);
    expect(endOf([], 0)).toEqual({ wallets: 0, sum: '0.00', root: '' });
  });

  it.each([
    ['a balance that was changed', (lines: string[]) => lines.with(3, lines[3]!.replace('246.90', '246.91')), /^sum: .*,root: /],
    ['a wallet that is left out', (lines: string[]) => lines.toSpliced(2, 1), /^wallets: 5 is said, 4 is listed/],
    ['a wallet that is there twice', (lines: string[]) => lines.toSpliced(2, 0, lines[1]!), /^line 3: ada is out of order/],
    ['a balance below zero', (lines: string[]) => lines.with(2, lines[2]!.replace('123.45', '-123.45')), /^line 3 is no wallet/],
    ['no end', (lines: string[]) => lines.slice(0, -1), /^the last line is missing/],
    ['another day', (lines: string[]) => lines.with(0, lines[0]!.replace('20"', '21"')), /^root: /],
    ['no list', () => ['{}', '[]', 'x'], /^line 1 does not begin a list,line 2 does not belong here/],
  ])('names %s', (_, change, fault) => {
    expect(faultsOf(change(list())).join()).toMatch(fault);
  });

  it('is held against the root that was published', () => {
    expect(faultsOf(list(), '0'.repeat(64))).toEqual([expect.stringMatching(/^root: 0+ was published/)]);
  });

  it('proves each balance to its owner by a path, and no other balance', () => {
    const proofs = wallets.map((wallet, index) => proofOf(DAY, wallet, leaves, index));
    expect(proofs.map(proves)).toEqual([true, true, true, true, true]);
    const [proof] = proofs;
    for (const change of [{ balance: '1.00' }, { day: '2026-11-21' }, { index: 1 }, { wallets: 4 }, { path: [] }, { salt: '' }])
      expect(proves({ ...proof!, ...change })).toBe(false);
  });
});

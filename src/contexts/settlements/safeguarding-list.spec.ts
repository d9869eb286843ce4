import { describe, expect, it } from 'vitest';
import { kobo } from '../../kernel/money.js';
import { type ListWallets, type SafeguardingTrees, ProveBalance, BLOCK_WALLETS, TreeBlocks } from './safeguarding.js';
import { endOf, leafOf, ListCheck, lineOf, type ListedWallet, proves } from './safeguarding-list.js';

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

/** The proofs that `safeguarding:list` keeps of a list. */
function proverOf(listed: readonly ListedWallet[], now: readonly ListedWallet[] = listed) {
  const blocks = new TreeBlocks();
  for (const wallet of listed) blocks.add(wallet.user, leafOf(DAY, wallet));
  const complete = blocks.end();
  const trees = { of: (day: string) => Promise.resolve(day === DAY ? complete : []) } as unknown as SafeguardingTrees;
  const list = {
    async *execute(_: string, { after, upTo }: { after: string; upTo: string }) {
      yield* now.filter(({ user }) => user > after && user <= upTo);
    },
  } as unknown as ListWallets;
  const proveBalance = new ProveBalance(trees, list);
  const { root } = endOf(
    listed.map((wallet) => leafOf(DAY, wallet)),
    0,
  );
  return { root, prove: (user: string, day = DAY) => proveBalance.execute(user, day) };
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

  it('proves each balance to its owner by a path, and no other balance', async () => {
    const { prove, root } = proverOf(wallets);
    const proofs = await Promise.all(wallets.map(({ user }) => prove(user)));
    expect(proofs.map((proof) => proof && proves(proof))).toEqual([true, true, true, true, true]);
    expect(new Set(proofs.map((proof) => proof?.root))).toEqual(new Set([root]));
    expect(await prove('nobody')).toBeUndefined();
    const [proof] = proofs;
    expect(await prove('ada', '2026-11-21')).toBeUndefined();
    for (const change of [{ balance: '1.00' }, { day: '2026-11-21' }, { index: 1 }, { wallets: 4 }, { path: [] }, { salt: '' }])
      expect(proves({ ...proof!, ...change })).toBe(false);
  });

  it.each([1, BLOCK_WALLETS - 1, BLOCK_WALLETS, BLOCK_WALLETS + 1, 2 * BLOCK_WALLETS, 3 * BLOCK_WALLETS + 77])(
    'of %i wallets proves the first, the last and those at the ends of blocks from one block each',
    async (count) => {
      const many = Array.from({ length: count }, (_, index): ListedWallet => ({
        user: String(index).padStart(6, '0'),
        balanceKobo: kobo(index),
        salt: Buffer.alloc(32, index % 251),
      }));
      const { prove, root } = proverOf(many);
      const ends = [0, BLOCK_WALLETS - 1, BLOCK_WALLETS, 2 * BLOCK_WALLETS, count - 1].filter((index) => index < count);
      for (const index of ends) {
        const proof = await prove(many[index]!.user);
        expect(proof).toMatchObject({ index, wallets: count, root });
        expect(proves(proof!)).toBe(true);
      }
    },
  );

  it('proves nothing where the wallets are not those of the list any more', async () => {
    const changed = wallets.with(1, { ...wallets[1]!, balanceKobo: kobo(1) });
    expect(await proverOf(wallets, changed).prove('ada')).toBeUndefined();
    expect(await proverOf(wallets, wallets.slice(1)).prove('ada')).toBeUndefined();
  });
});

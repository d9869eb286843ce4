import { Injectable } from '@nestjs/common';
import { merkleRoot } from '../../../ledger/index.js';
import { ListWallets } from './list-wallets.js';
import { SafeguardingTrees } from './ports.js';
import { type BalanceProof, leafOf, type ListedWallet, lineOf } from './safeguarding-list.js';
import { pathThrough } from './safeguarding-tree.js';

/** That the balance of a user is counted in the list of a day; reads the wallets of one block. */
@Injectable()
export class ProveBalance {
  constructor(
    private readonly trees: SafeguardingTrees,
    private readonly listWallets: ListWallets,
  ) {}

  /** Undefined where no list of the day was made, or the wallet is not in it. @param day `YYYY-MM-DD` */
  async execute(user: string, day: string): Promise<BalanceProof | undefined> {
    const blocks = await this.trees.of(day);
    const position = blocks.findIndex(({ firstUser, lastUser }) => firstUser <= user && user <= lastUser);
    const block = blocks[position];
    if (!block) return undefined;
    const wallets: ListedWallet[] = [];
    const within = { after: blocks[position - 1]?.lastUser ?? '', upTo: block.lastUser };
    for await (const wallet of this.listWallets.execute(day, within)) wallets.push(wallet);
    const leaves = wallets.map((wallet) => leafOf(day, wallet));
    const index = wallets.findIndex((wallet) => wallet.user === user);
    // Another APP_KEY makes other salts.
    if (index === -1 || merkleRoot(leaves).toString('hex') !== block.hash) return undefined;
    return { ...lineOf(wallets[index]!), day, ...pathThrough(blocks, position, leaves, index) };
  }
}

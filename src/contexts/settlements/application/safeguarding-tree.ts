import { inclusionPath, merkleRoot } from '../../../ledger/index.js';

/** A power of two, so that the wallets of a block are a tree within the whole one. */
export const BLOCK_WALLETS = 1_024;

/** Wallets that follow each other in a list. */
export interface TreeBlock {
  readonly firstUser: string;
  readonly lastUser: string;
  readonly wallets: number;
  /** Root of their tree, in hex. */
  readonly hash: string;
}

/** Keeps one block in memory at a time. */
export class TreeBlocks {
  readonly complete: TreeBlock[] = [];
  private users: string[] = [];
  private leaves: Buffer[] = [];

  add(user: string, leaf: Buffer): void {
    this.users.push(user);
    this.leaves.push(leaf);
    if (this.leaves.length === BLOCK_WALLETS) this.end();
  }

  /** After the last wallet. */
  end(): readonly TreeBlock[] {
    const { users, leaves } = this;
    if (leaves.length > 0) {
      const [firstUser, lastUser] = [users[0]!, users.at(-1)!];
      this.complete.push({ firstUser, lastUser, wallets: leaves.length, hash: merkleRoot(leaves).toString('hex') });
    }
    [this.users, this.leaves] = [[], []];
    return this.complete;
  }
}

/**
 * The hashes from a leaf of a block to the root of the whole tree, and its place in it.
 * @param position of the block. @param index of the leaf in it
 */
export function pathThrough(blocks: readonly TreeBlock[], position: number, leaves: readonly Buffer[], index: number) {
  const hashes = blocks.map(({ hash }) => Buffer.from(hash, 'hex'));
  const path = [...inclusionPath(leaves, index), ...inclusionPath(hashes, position)];
  const before = blocks.slice(0, position).reduce((sum, { wallets }) => sum + wallets, 0);
  return {
    index: before + index,
    wallets: blocks.reduce((sum, { wallets }) => sum + wallets, 0),
    root: merkleRoot(hashes).toString('hex'),
    path: path.map((hash) => hash.toString('hex')),
  };
}

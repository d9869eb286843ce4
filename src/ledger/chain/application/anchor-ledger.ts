import { Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/clock.js';
import { type Anchor, publicKey, signAnchor } from '../domain/anchor.js';
import { AnchorStores, ChainKeys, LedgerReader, StoredBatches } from './ports.js';

@Injectable()
export class AnchorLedger {
  constructor(
    private readonly books: LedgerReader,
    private readonly keys: ChainKeys,
    private readonly places: AnchorStores,
    private readonly batches: StoredBatches,
    private readonly clock: Clock,
  ) {}

  /** Signs the head of the chain and adds it to a place outside of the database; undefined where no money has moved yet. */
  async execute(url: string): Promise<Anchor | undefined> {
    const head = await this.head();
    if (!head || head.batchNo === 0) return undefined;
    const { batchNo, hash, postedAt: committedAt } = head;
    const anchor = signAnchor({ batchNo, hash, committedAt, anchoredAt: this.clock.now() }, this.keys.current);
    // Sorted by name they are in the order of the chain.
    const name = `${String(batchNo).padStart(16, '0')}-${anchor.anchoredAt}.json`;
    await this.places.at(url).add(name, JSON.stringify(anchor));
    await this.batches.keepAnchor(anchor);
    return anchor;
  }

  /** In PEM; enough to verify anchors, and useless for making them. */
  publicKey(): { readonly keyId: string; readonly publicKey: string } {
    const { current } = this.keys;
    return { keyId: current.id, publicKey: publicKey(current).export({ type: 'spki', format: 'pem' }) as string };
  }

  private head() {
    return this.books.read(async (snapshot) => {
      for await (const head of snapshot.heads()) return head;
      return undefined;
    });
  }
}

import { isSignedBy, parseAnchor } from './anchor.js';
import type { ChainKey } from './hash-chain.js';
import { type StoredBatch, wrong, type WrongRow } from './stored-rows.js';

type AnchoredHead = readonly [batchNo: number, hash: string];

/** Signed heads from outside of the database, which the chain must pass through. */
export class AnchoredHeads {
  private readonly hashes = new Map<number, string>();
  private last = { batchNo: 0, anchoredAt: 0 };

  /** Heads that were found signed, as `entries` tells them. */
  static of(entries: readonly AnchoredHead[]): AnchoredHeads {
    const heads = new AnchoredHeads();
    for (const [batchNo, hash] of entries) heads.hashes.set(batchNo, hash);
    return heads;
  }

  entries(): AnchoredHead[] {
    return [...this.hashes];
  }

  get count(): number {
    return this.hashes.size;
  }

  /** @returns lines that are damaged, or not signed by a key of this installation, which are left out */
  add(lines: readonly string[], keys: ReadonlyMap<string, ChainKey>): WrongRow[] {
    if (lines.length === 0) return [wrong('anchors', '1', 'line', 'an anchor', 'none')];
    return lines.flatMap((line, index) => this.addLine(line, String(index + 1), keys) ?? []);
  }

  private addLine(line: string, row: string, keys: ReadonlyMap<string, ChainKey>): WrongRow | undefined {
    const anchor = parseAnchor(line);
    if (!anchor) return wrong('anchors', row, 'line', 'an anchor', 'a damaged line');
    const key = keys.get(anchor.keyId);
    if (!key || !isSignedBy(anchor, key))
      return wrong('anchors', row, 'signature', 'a signature by a key of this installation', anchor.signature);
    const known = this.hashes.get(anchor.batchNo);
    if (known !== undefined && known !== anchor.hash) return wrong('anchors', row, 'hash', known, anchor.hash);
    this.hashes.set(anchor.batchNo, anchor.hash);
    if (anchor.batchNo > this.last.batchNo) this.last = anchor;
    return undefined;
  }

  check({ batchNo, hash }: StoredBatch): WrongRow | undefined {
    const anchored = this.hashes.get(batchNo);
    if (anchored === undefined || anchored === hash) return undefined;
    return wrong('ledger_batch', String(batchNo), 'hash', `${anchored}, as anchored`, hash);
  }

  /** @param batchNo the last batch of the chain */
  checkEnd(batchNo: number): WrongRow | undefined {
    if (batchNo >= this.last.batchNo) return undefined;
    const until = `batches up to ${this.last.batchNo}, as anchored at ${new Date(this.last.anchoredAt).toISOString()}`;
    return wrong('ledger_batch', String(batchNo + 1), 'batch_no', until, 'no such row');
  }
}

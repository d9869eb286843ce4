import { createPublicKey, type KeyObject, sign } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { type Anchor, isSignedBy, publicKey, signingKey } from '../domain/anchor.js';
import type { ChainKey } from '../domain/hash-chain.js';
import { isIntact, type JournalProof, proveJournal } from '../domain/journal-proof.js';
import { RECORDS_KEY } from '../domain/records-key.js';
import { ChainKeys, type PostingPosition, StoredBatches } from './ports.js';

const RECEIPTS = 'harmattan receipts';

/** Ed25519 public keys, raw. */
interface PublicKeys {
  readonly id: string;
  readonly ofReceipts: Buffer;
  readonly ofAnchors: Buffer;
}

/** Proves postings from the stored batches, and signs what is said of them, so that commits need not do more. */
@Injectable()
export class ProvePostings {
  private known: ReadonlyMap<string, ChainKey> | undefined;

  constructor(
    private readonly batches: StoredBatches,
    private readonly keys: ChainKeys,
  ) {}

  /** Undefined where there is no such posting. @throws Error where the batch is not as it was committed */
  async execute(place: PostingPosition): Promise<JournalProof | undefined> {
    const found = await this.batches.locate(place);
    const batch = found && (await this.batches.read(found.batchNo));
    if (!batch) return undefined;
    const key = await this.keyOf(batch.keyId);
    if (!key || !isIntact(batch, key)) throw new Error(`batch ${batch.batchNo} of the ledger is not as it was committed`);
    return proveJournal(batch, found.journalId, key);
  }

  /** The first signed head outside of the database that covers the batch; undefined where there is none yet. */
  async anchorOf(batchNo: number): Promise<Anchor | undefined> {
    const found = await this.batches.anchorFrom(batchNo);
    if (!found) return undefined;
    const { anchor, hash } = found;
    const key = await this.keyOf(anchor.keyId);
    if (!key || !isSignedBy(anchor, key) || anchor.hash !== hash)
      throw new Error(`batch ${anchor.batchNo} of the ledger is not as it was anchored`);
    return anchor;
  }

  /** Ed25519 under the key of this id. */
  sign(text: string): Buffer {
    return sign(null, Buffer.from(text), signingKey(this.keys.current, RECEIPTS));
  }

  get keyId(): string {
    return this.keys.current.id;
  }

  /** Keys of today's and of earlier receipts. */
  async publicKeys(): Promise<readonly PublicKeys[]> {
    const keys = [...(this.known ?? (await this.read())).values()].filter(({ id }) => id !== RECORDS_KEY);
    return keys.map((key) => ({
      id: key.id,
      ofReceipts: raw(createPublicKey(signingKey(key, RECEIPTS))),
      ofAnchors: raw(publicKey(key)),
    }));
  }

  private async keyOf(id: string): Promise<ChainKey | undefined> {
    const known = (this.known ?? (await this.read())).get(id);
    // Another process may have begun a new key since.
    return known ?? (await this.read()).get(id);
  }

  private async read(): Promise<ReadonlyMap<string, ChainKey>> {
    this.known = this.keys.open(await this.batches.keys());
    return this.known;
  }
}

/** The last 32 bytes of its SubjectPublicKeyInfo. */
function raw(key: KeyObject): Buffer {
  return key.export({ type: 'spki', format: 'der' }).subarray(-32);
}

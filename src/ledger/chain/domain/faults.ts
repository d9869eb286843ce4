import { createHash } from 'node:crypto';
import type { WrongRow } from './stored-rows.js';

/** Kept of one verification; more are counted. */
export const MOST_FAULTS = 1_000;

/** A wrong row, named by the digest of where it is, what is expected there and what was found. */
export interface Fault extends WrongRow {
  readonly digest: string;
}

export interface FoundFaults {
  readonly faults: readonly Fault[];
  readonly faultCount: number;
  /** Not counted above, because operators accepted exactly these. */
  readonly accepted: readonly string[];
}

export function faultDigest({ table, key, column, expected, found }: WrongRow): string {
  return createHash('sha256')
    .update(JSON.stringify([table, key, column, expected, found]))
    .digest('hex')
    .slice(0, 32);
}

export class Faults {
  private readonly faults: Fault[] = [];
  private readonly digests = new Set<string>();
  private readonly met = new Set<string>();
  private count = 0;

  constructor(private readonly acceptable: ReadonlySet<string> = new Set()) {}

  get found(): FoundFaults {
    return { faults: this.faults, faultCount: this.count, accepted: [...this.met] };
  }

  /** What was added before is not counted again, as long as it is kept. */
  add(row: WrongRow | undefined): void {
    if (!row) return;
    const digest = faultDigest(row);
    if (this.acceptable.has(digest)) return void this.met.add(digest);
    if (this.digests.has(digest)) return;
    this.count++;
    if (this.faults.length >= MOST_FAULTS) return;
    this.digests.add(digest);
    this.faults.push({ ...row, digest });
  }

  addAll({ faults, faultCount, accepted }: FoundFaults): void {
    for (const { digest: _, ...row } of faults) this.add(row);
    this.count += faultCount - faults.length;
    for (const digest of accepted) this.met.add(digest);
  }
}

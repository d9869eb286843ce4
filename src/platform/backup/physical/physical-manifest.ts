import type { BackupStore } from '../backup-store.js';
import { type BinlogPosition, type LedgerMark, type Found, readManifests, type Signed } from '../manifest.js';
import { DamagedBackup } from '../sealed-parts.js';

/** Manifest of a copy of the database's files: all of them, or the pages that changed since its parent. */
export interface PhysicalManifest extends Signed {
  /** The whole copy that it goes back to; itself for one. */
  readonly line: string;
  /** Absent for a whole copy. */
  readonly parent?: string;
  /** All that was committed before is in it. Unix ms by the database's clock. */
  readonly begunAt: number;
  /** Commits from then on are not in it. */
  readonly finishedAt: number;
  /** Version of the service. */
  readonly version: string;
  /** Version of the database server. */
  readonly server: string;
  readonly serverId: number;
  readonly database: string;
  /** Positions of the redo log between which pages were copied, in bytes. */
  readonly lsn: { readonly from: number; readonly to: number };
  /** Position from which the binary log goes on, and the last change before. */
  readonly binlog: BinlogPosition & { readonly gtid: string | null };
  readonly parts: { readonly database: number };
  readonly ledger: LedgerMark;
}

/** A piece of one file of the binary log. */
export interface SegmentManifest extends Signed {
  readonly line: string;
  readonly file: string;
  /** Positions in the file, in bytes. */
  readonly from: number;
  readonly to: number;
  /** Time of its first event, unix seconds; 0 without one. */
  readonly firstSeconds: number;
  /** When the server began the file, unix seconds, which tells it from another one of the same name. */
  readonly begunSeconds: number;
  /** The last piece of the file. */
  readonly endsFile: boolean;
  readonly parts: { readonly binlog: number };
}

/** End of the covered part of a line. */
export interface CoveredManifest extends Signed, BinlogPosition {
  /** Commits before this are in them. Unix ms by the database's clock. */
  readonly at: number;
}

export type FoundBackup = Found<PhysicalManifest>;

/** Oldest first. @param damaged takes a sentence for each that cannot be read */
export function physicalBackups(
  place: BackupStore,
  secrets: readonly Buffer[],
  damaged: string[] = [],
  isWanted?: (backup: string) => boolean,
): Promise<FoundBackup[]> {
  return readManifests<PhysicalManifest>(place, secrets, damaged, isWanted);
}

/** Copies from the whole one to this one. @throws DamagedBackup that names the missing part */
export function chainTo(last: FoundBackup, all: readonly FoundBackup[]): FoundBackup[] {
  const chain = [last];
  for (;;) {
    const { backup, parent, lsn } = chain[0]!.manifest;
    if (parent === undefined) return chain;
    const found = all.find(({ manifest }) => manifest.backup === parent);
    if (!found) throw new DamagedBackup(`${parent}, on which the incremental backup ${backup} is built, is missing`);
    if (found.manifest.lsn.to !== lsn.from)
      throw new DamagedBackup(`${backup} begins at LSN ${lsn.from}, and ${parent} ends at ${found.manifest.lsn.to}`);
    chain.unshift(found);
  }
}

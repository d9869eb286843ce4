import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createGunzip } from 'node:zlib';
import type { BackupStore } from '../backup-store.js';
import { feed, run } from '../programs.js';
import { SealedParts } from '../sealed-parts.js';
import { requireProgram } from './mariadb-server.js';
import type { FoundBackup } from './physical-manifest.js';

export interface RebuildOrder {
  readonly place: BackupStore;
  /** Copies from the whole backup to the last incremental one. */
  readonly chain: readonly FoundBackup[];
  /** Empty; becomes a data directory that MariaDB starts on. */
  readonly data: string;
  /** For one increment at a time. */
  readonly folder: string;
  readonly signal: AbortSignal;
  /** Called with the number of backups that are in it. */
  readonly onProgress: (backups: number) => void;
}

/** @throws StartError; DamagedBackup */
export async function rebuildData({ place, chain, data, folder, signal, onProgress }: RebuildOrder): Promise<void> {
  requireProgram('mariadb-backup', 'mariadb-backup');
  const prepare = (...args: string[]) =>
    run({ name: 'mariadb-backup', args: ['--no-defaults', '--prepare', `--target-dir=${data}`, ...args], signal });
  for (const [index, found] of chain.entries()) {
    const target = index === 0 ? data : join(folder, 'increment');
    mkdirSync(target, { recursive: true, mode: 0o700 });
    await unpack(place, found, target, signal);
    await prepare(...(index === 0 ? [] : [`--incremental-dir=${target}`]));
    if (index > 0) rmSync(target, { recursive: true });
    onProgress(index + 1);
  }
}

async function unpack(place: BackupStore, { manifest, secret }: FoundBackup, target: string, signal: AbortSignal): Promise<void> {
  const parts = new SealedParts(place, manifest.backup, secret);
  const program = { name: 'mbstream', args: ['--extract', `--directory=${target}`], signal };
  await feed(program, parts.read('database', manifest.parts.database), createGunzip());
}

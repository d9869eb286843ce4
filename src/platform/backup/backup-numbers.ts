import { Entity } from 'typeorm';
import { CountColumn, TextColumn, TimeColumn } from '../database/columns.js';
import type { Database } from '../database/database.js';
import type { BackupStore } from './backup-store.js';
import { newestBackup, readManifest } from './manifest.js';
import { DamagedBackup } from './sealed-parts.js';

@Entity('backup_number')
export class BackupNumberRow {
  @CountColumn('number', { primary: true }) number: number;
  @TextColumn('backup', 64) backup: string;
  /** Address of the store, without credentials. */
  @TextColumn('place', 1024) place: string;
  @TimeColumn('begun_at') begunAt: number;
  /** 0 until its manifest was written. */
  @TimeColumn('finished_at', { default: 0 }) finishedAt: number;
  /** 0 unless it is known to have failed. */
  @TimeColumn('failed_at', { default: 0 }) failedAt: number;
}

/** `set back`: the newest backup in the store is older than the newest one that was made. */
export type StoreState = 'empty' | 'complete' | 'set back' | 'unknown';

export interface Newest {
  readonly number: number;
  readonly backup: string;
}

/** A store under its address without credentials. */
export function placeName(url: string): string {
  const { host, pathname } = new URL(url.replace(/^s3:/, ''));
  return `${host}${pathname}`.slice(0, 1_024);
}

export async function newestMade(database: Database, place: string): Promise<Newest | undefined> {
  const [row] = await database.rows<Newest>(
    'SELECT number, backup FROM backup_number WHERE place = ? AND finished_at > 0 ORDER BY number DESC LIMIT 1',
    [place],
  );
  return row;
}

/** Undefined where the store has no finished one. What cannot be read has 0. */
export async function newestStored(place: BackupStore, secrets: readonly Buffer[]): Promise<Newest | undefined> {
  const backup = await newestBackup(place);
  if (backup === undefined) return undefined;
  try {
    return { backup, number: (await readManifest(place, backup, secrets)).manifest.number };
  } catch (error) {
    if (error instanceof DamagedBackup) return { backup, number: 0 };
    throw error;
  }
}

export function stateOf(stored: Newest | undefined, made: Newest | undefined): StoreState {
  if (made && (stored?.number ?? 0) < made.number) return 'set back';
  return stored ? 'complete' : 'empty';
}

/** Takes the next number, also beyond those that only the store knows, as after a restore. */
export async function drawNumber(
  database: Database,
  begun: { readonly backup: string; readonly place: string; readonly at: number; readonly above: number },
): Promise<number> {
  const { backup, place, at, above } = begun;
  await database.manager.query(
    `INSERT INTO backup_number (number, backup, place, begun_at, finished_at)
     SELECT CASE WHEN COALESCE(MAX(number), 0) < ? THEN ? ELSE COALESCE(MAX(number), 0) END + 1, ?, ?, ?, 0 FROM backup_number`,
    [above, above, backup, place, at],
  );
  const [row] = await database.rows<Newest>('SELECT number, backup FROM backup_number WHERE backup = ?', [backup]);
  return row!.number;
}

export async function finishNumber(database: Database, number: number, at: number): Promise<void> {
  await database.manager.query('UPDATE backup_number SET finished_at = ? WHERE number = ?', [at, number]);
}

export async function failNumber(database: Database, number: number, at: number): Promise<void> {
  await database.manager.query('UPDATE backup_number SET failed_at = ? WHERE number = ?', [at, number]);
}

export function setBackSentence(stored: Newest | undefined, number: number): string {
  const found = stored ? `The newest backup in the store is number ${stored.number}` : 'The store has no finished backup';
  return `${found}, and number ${number} was made: newer ones were removed or replaced.`;
}

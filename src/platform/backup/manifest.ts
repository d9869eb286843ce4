import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { derive, keyId } from '../crypto/key-ring.js';
import type { BackupStore } from './backup-store.js';
import { DamagedBackup } from './sealed-parts.js';

/** The ledger when the backup began; the copy has at least this. */
export interface LedgerMark {
  readonly batchNo: number;
  readonly hash: string;
  /** Journals up to that batch. */
  readonly journals: number;
}

/** Position from which MySQL's binary log goes on after the snapshot. */
export interface BinlogPosition {
  readonly file: string;
  readonly position: number;
}

export interface Manifest {
  readonly backup: string;
  /** Counted by the installation. */
  readonly number: number;
  readonly madeAt: string;
  readonly version: string;
  readonly dialect: 'mysql' | 'sqlite';
  readonly keyId: string;
  readonly parts: { readonly database: number; readonly files: number };
  readonly ledger: LedgerMark;
  /** Absent unless it was asked for. */
  readonly binlog?: BinlogPosition;
}

const NAME = 'manifest.json';
const STORED = z.object({ manifest: z.string(), mac: z.string() });

/** A signed description, kept beside the parts that it describes. */
export interface Signed {
  /** The folder of the store that it is in. */
  readonly backup: string;
  readonly keyId: string;
}

/** Replaces the one that is there. */
export async function writeManifest(place: BackupStore, manifest: Signed, secret: Buffer): Promise<void> {
  const text = JSON.stringify(manifest);
  await place.put(manifest.backup, NAME, Buffer.from(JSON.stringify({ manifest: text, mac: macOf(text, secret) }, null, 1)));
}

/** @param secrets the key of backups and former ones. @throws DamagedBackup */
export async function readManifest<M extends Signed = Manifest>(
  place: BackupStore,
  backup: string,
  secrets: readonly Buffer[],
): Promise<Found<M>> {
  const stored = await place.get(backup, NAME);
  if (!stored) throw new DamagedBackup(`${backup} has no manifest: it was not finished, or is no backup`);
  return openManifest<M>(stored, backup, secrets);
}

function openManifest<M extends Signed>(stored: Buffer, backup: string, secrets: readonly Buffer[]): Found<M> {
  const { manifest, text, mac } = parse(stored, backup);
  const secret = secrets.find((each) => keyId(each) === manifest.keyId);
  if (!secret)
    throw new DamagedBackup(`${backup} was encrypted under the key ${manifest.keyId}: give it as BACKUP_KEY or APP_KEY`);
  const [given, expected] = [Buffer.from(mac), Buffer.from(macOf(text, secret))];
  if (given.length !== expected.length || !timingSafeEqual(given, expected) || manifest.backup !== backup)
    throw new DamagedBackup(`the manifest of ${backup} is damaged`);
  return { manifest: manifest as M, secret };
}

/** Do not trust any of it before the MAC is checked. */
function parse(stored: Buffer, backup: string): { manifest: Signed; text: string; mac: string } {
  try {
    const { manifest: text, mac } = STORED.parse(JSON.parse(stored.toString()));
    return { manifest: JSON.parse(text) as Signed, text, mac };
  } catch (cause) {
    throw new DamagedBackup(`the manifest of ${backup} cannot be read: it was cut off or changed; choose another backup`, {
      cause,
    });
  }
}

export interface Found<M extends Signed> {
  readonly manifest: M;
  /** The key that opens it. */
  readonly secret: Buffer;
}

/** Manifests of the finished backups, by their names. @param damaged takes a sentence for each that cannot be read */
export async function readManifests<M extends Signed>(
  place: BackupStore,
  secrets: readonly Buffer[],
  damaged: string[] = [],
  isWanted: (backup: string) => boolean = () => true,
): Promise<Found<M>[]> {
  const found = [];
  for (const backup of (await place.backups()).filter(isWanted)) {
    const stored = await place.get(backup, NAME);
    try {
      if (stored) found.push(openManifest<M>(stored, backup, secrets));
    } catch (error) {
      if (!(error instanceof DamagedBackup)) throw error;
      damaged.push(error.message);
    }
  }
  return found;
}

export async function newestBackup(place: BackupStore): Promise<string | undefined> {
  for (const backup of (await place.backups()).toReversed()) if (await place.get(backup, NAME)) return backup;
  return undefined;
}

function macOf(text: string, secret: Buffer): string {
  return createHmac('sha256', derive(secret, 'backup manifest', 32))
    .update(text)
    .digest('base64url');
}

import { createWriteStream, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { createConnection, type RowDataPacket } from 'mysql2/promise';
import { SQLITE_FILE } from '../config/data-folder.js';
import { StartError } from '../config/start-error.js';
import { mysqlOptions } from '../database/mysql-options.js';
import type { BackupStore } from './backup-store.js';
import type { Manifest } from './manifest.js';
import { mysqlClient } from './mysql-clients.js';
import { feed } from './programs.js';
import { SealedParts } from './sealed-parts.js';

export interface RestoreTarget {
  readonly folder: string;
  /** For a backup of MySQL. */
  readonly databaseUrl: string | undefined;
}

/** Unpacks a backup into an empty place. @throws StartError if it is not empty; DamagedBackup */
export async function restoreBackup(place: BackupStore, manifest: Manifest, secret: Buffer, fresh: RestoreTarget): Promise<void> {
  const { folder, databaseUrl } = fresh;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (readdirSync(folder).length > 0) throw new StartError([`${folder} is not empty: restore into a fresh folder.`]);
  if (databaseUrl) await createEmptyDatabase(databaseUrl);
  const parts = new SealedParts(place, manifest.backup, secret);
  const read = (stream: keyof Manifest['parts']) => parts.read(stream, manifest.parts[stream]);
  if (databaseUrl) await feed(await mysqlClient(databaseUrl), read('database'), createGunzip());
  else
    await pipeline(read('database'), createGunzip(), createWriteStream(join(folder, SQLITE_FILE), { mode: 0o600, flush: true }));
  const extract = { name: 'tar', args: ['--extract', '--file=-', `--directory=${folder}`] };
  await feed(extract, read('files'), createGunzip());
}

async function createEmptyDatabase(url: string): Promise<void> {
  const { database, ...server } = mysqlOptions(url);
  const connection = await createConnection(server);
  try {
    const name = connection.escapeId(database!);
    await connection.query(`CREATE DATABASE IF NOT EXISTS ${name} CHARACTER SET utf8mb4 COLLATE utf8mb4_bin`);
    const [tables] = await connection.query<RowDataPacket[]>(`SHOW TABLES FROM ${name}`);
    if (tables.length > 0) throw new StartError([`The database ${database} is not empty: restore into a new one.`]);
  } finally {
    await connection.end();
  }
}

export async function dropDatabase(url: string): Promise<void> {
  const { database, ...server } = mysqlOptions(url);
  const connection = await createConnection(server);
  await connection.query(`DROP DATABASE IF EXISTS ${connection.escapeId(database!)}`);
  await connection.end();
}

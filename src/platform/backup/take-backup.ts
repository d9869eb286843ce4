import { randomBytes } from 'node:crypto';
import { createReadStream, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { wallMs } from '../../kernel/timers.js';
import type { Config } from '../config/config.js';
import { createPrivateFile, SQLITE_FILE } from '../config/data-folder.js';
import { StartError } from '../config/start-error.js';
import { keyId } from '../crypto/key-ring.js';
import { DatabaseEnvironment } from '../database/database.settings.js';
import { SqliteConnection } from '../database/sqlite-driver.js';
import { readBuild } from '../telemetry/build.js';
import { BackupEnvironment } from './backup.settings.js';
import type { BackupStore } from './backup-store.js';
import { type BinlogPosition, type LedgerMark, type Manifest, writeManifest } from './manifest.js';
import { mysqlDump } from './mysql-clients.js';
import { outputOf } from './programs.js';
import { type BackupStream, SealedParts } from './sealed-parts.js';

/** Bytes of a dump that have its header. */
const BEGINNING = 16_384;

/** The parts of DATA_DIR that are kept beside the database: uploads, unless an object store has them, and generated secrets. */
const KEPT = ['uploads', 'app.key', 'sandbox-webhook.secret'];

export interface TakenBackup extends Manifest {
  readonly number: number;
  readonly bytes: number;
}

/**
 * Writes a backup beside the running service, in constant memory: the database in one snapshot, then the files, which only gain.
 * @param ledger read before
 * @param numbered gives out its number
 */
export async function takeBackup(
  config: Config,
  place: BackupStore,
  ledger: LedgerMark,
  marksPosition: boolean,
  numbered: (backup: string) => Promise<number>,
): Promise<TakenBackup> {
  const madeAt = new Date(wallMs()).toISOString();
  // The name has milliseconds, because the newest is found by name.
  const backup = `${madeAt.replace(/[-:.]/g, '')}-${randomBytes(6).toString('hex')}`;
  // Before the snapshot, so that a copy goes on counting after it.
  const number = await numbered(backup);
  const [secret] = backupSecrets(config);
  const parts = new SealedParts(place, backup, secret!);
  const write = (stream: BackupStream, source: AsyncIterable<Buffer>) =>
    pipeline(source, createGzip(), (zipped: AsyncIterable<Buffer>) => parts.write(stream, zipped));
  const beginning = new BeginningOf(await databaseOf(config, backup, marksPosition));
  const database = await write('database', beginning);
  const files = await write('files', filesOf(config));
  const manifest = {
    backup,
    number,
    madeAt,
    version: readBuild().version,
    dialect: config.embedded ? ('sqlite' as const) : ('mysql' as const),
    keyId: keyId(secret!),
    parts: { database: database.parts, files: files.parts },
    ledger,
    ...(marksPosition ? { binlog: positionIn(beginning.text) } : {}),
  };
  await writeManifest(place, manifest, secret!);
  return { ...manifest, bytes: database.bytes + files.bytes };
}

/** Passes a stream on, and remembers how it began. */
class BeginningOf {
  text = '';

  constructor(private readonly source: AsyncIterable<Buffer>) {}

  async *[Symbol.asyncIterator](): AsyncGenerator<Buffer> {
    for await (const chunk of this.source) {
      if (this.text.length < BEGINNING) this.text += chunk.toString('latin1', 0, BEGINNING);
      yield chunk;
    }
  }
}

/** A dump says it in a comment. */
function positionIn(dump: string): BinlogPosition {
  const found = /(?:MASTER|SOURCE)_LOG_FILE='([^']+)', (?:MASTER|SOURCE)_LOG_POS=(\d+)/.exec(dump);
  if (!found) throw new StartError(['The dump does not say where the binary log goes on: is log_bin on?']);
  return { file: found[1]!, position: Number(found[2]) };
}

/** The first encrypts; a former one still opens its own backups. */
export function backupSecrets(config: Config): Buffer[] {
  const { appKey, previousAppKeys } = config;
  const { backupKey } = config.of(BackupEnvironment);
  return [...(backupKey ? [backupKey] : []), appKey, ...previousAppKeys];
}

async function databaseOf(config: Config, backup: string, marksPosition: boolean): Promise<AsyncIterable<Buffer>> {
  const { DATABASE_URL, MIGRATION_DATABASE_URL } = config.of(DatabaseEnvironment);
  // The owner of the schema also sees its triggers.
  if (DATABASE_URL) return outputOf(await mysqlDump(MIGRATION_DATABASE_URL ?? DATABASE_URL, marksPosition));
  return sqliteCopy(config.dataDir, backup);
}

/** Readers and writers go on during the copy. */
async function* sqliteCopy(dataDir: string, backup: string): AsyncGenerator<Buffer> {
  const copy = join(dataDir, `backup-${backup}.sqlite`);
  createPrivateFile(copy);
  try {
    const connection = new SqliteConnection(join(dataDir, SQLITE_FILE));
    try {
      connection.prepare('VACUUM INTO ?').run(copy);
    } finally {
      connection.close();
    }
    for await (const chunk of createReadStream(copy) as AsyncIterable<Buffer>) yield chunk;
  } finally {
    rmSync(copy, { force: true });
  }
}

function filesOf({ dataDir }: Config): AsyncIterable<Buffer> {
  const kept = KEPT.filter((name) => existsSync(join(dataDir, name)));
  const args = ['--create', '--file=-', `--directory=${dataDir}`, '--files-from=/dev/null', ...kept];
  // 1: a file was removed while it was read.
  return outputOf({ name: 'tar', args, toleratedCode: 1 });
}

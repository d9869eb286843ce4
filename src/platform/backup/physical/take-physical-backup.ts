import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { constants, createGzip } from 'node:zlib';
import { wallMs } from '../../../kernel/timers.js';
import { StartError } from '../../config/start-error.js';
import { keyId } from '../../crypto/key-ring.js';
import { mysqlOptions } from '../../database/mysql-options.js';
import { readBuild } from '../../telemetry/build.js';
import type { BackupStore } from '../backup-store.js';
import { type BinlogPosition, type LedgerMark, writeManifest } from '../manifest.js';
import { mariadbProgram } from '../mysql-clients.js';
import { outputOf } from '../programs.js';
import { SealedParts } from '../sealed-parts.js';
import { gtidAt, requireFiles, requireProgram, type ServerState, withMariadb } from './mariadb-server.js';
import type { PhysicalManifest } from './physical-manifest.js';

export interface TakenPhysicalBackup extends PhysicalManifest {
  /** Bytes as stored. */
  readonly bytes: number;
}

export interface PhysicalBackupOrder {
  /** URL of a user that may RELOAD, PROCESS, LOCK TABLES and BINLOG MONITOR. */
  readonly url: string;
  readonly place: BackupStore;
  readonly secret: Buffer;
  /** Read before. */
  readonly ledger: LedgerMark;
  /** Only pages that changed since this one are copied. */
  readonly parent: PhysicalManifest | undefined;
  /** Called with the bytes read so far. */
  readonly onProgress: (bytes: number) => void;
}

/**
 * Copies the files of the running server, or the pages of them that changed, encrypted as every backup is. The manifest is written last.
 * @throws StartError
 */
export async function takePhysicalBackup(order: PhysicalBackupOrder): Promise<TakenPhysicalBackup> {
  const { url, place, secret, ledger, parent } = order;
  requireProgram('mariadb-backup', 'mariadb-backup');
  const folder = mkdtempSync(join(tmpdir(), 'harmattan-physical-'));
  try {
    const {
      server,
      serverId,
      now: begunAt,
    } = await withMariadb(url, async (connection, state) => {
      requireFiles(state);
      if (parent) requireSameHistory(parent, state, await gtidAt(connection, parent.binlog));
      return state;
    });
    const backup = `${new Date(wallMs()).toISOString().replace(/[-:.]/g, '')}-${randomBytes(6).toString('hex')}`;
    const written = await copyFiles(order, backup, folder);
    const { lsn, binlog } = readReport(folder);
    const { gtid, finishedAt } = await withMariadb(url, async (connection, { now }) => {
      return { gtid: await gtidAt(connection, binlog), finishedAt: now };
    });
    const manifest: PhysicalManifest = {
      backup,
      line: parent?.line ?? backup,
      ...(parent ? { parent: parent.backup } : {}),
      begunAt,
      finishedAt,
      version: readBuild().version,
      server,
      serverId,
      database: mysqlOptions(url).database!,
      lsn,
      binlog: { ...binlog, gtid },
      keyId: keyId(secret),
      parts: { database: written.parts },
      ledger,
    };
    await writeManifest(place, manifest, secret);
    return { ...manifest, bytes: written.bytes };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function copyFiles({ url, place, secret, parent, onProgress }: PhysicalBackupOrder, backup: string, folder: string) {
  const program = mariadbProgram(url, 'mariadb-backup', [
    '--backup',
    '--stream=xbstream',
    `--extra-lsndir=${folder}`,
    `--target-dir=${join(folder, 'target')}`,
    ...(parent ? [`--incremental-lsn=${parent.lsn.to}`] : []),
  ]);
  let bytes = 0;
  const counted = async function* (source: AsyncIterable<Buffer>) {
    for await (const chunk of source) {
      onProgress((bytes += chunk.length));
      yield chunk;
    }
  };
  const parts = new SealedParts(place, backup, secret);
  // The time until the copy is there counts, and pages of a database are small at every level.
  const zip = createGzip({ level: constants.Z_BEST_SPEED });
  return pipeline(outputOf(program), counted, zip, (zipped: AsyncIterable<Buffer>) => parts.write('database', zipped));
}

/** Pages are chosen by their LSN, which means nothing on another server, or on one that was restored in between. */
function requireSameHistory({ backup, serverId, binlog }: PhysicalManifest, state: ServerState, gtid: string | null): void {
  if (serverId !== state.serverId || gtid === null || gtid !== binlog.gtid)
    throw new StartError([
      `${backup} is of another server, or of one whose binary log has ${binlog.file} no more: take a whole backup, without --incremental.`,
    ]);
}

/** The report that mariadb-backup writes beside its stream, under names that differ by version. */
function readReport(folder: string): Pick<PhysicalManifest, 'lsn'> & { readonly binlog: BinlogPosition } {
  const textOf = (end: string) =>
    readFileSync(
      join(
        folder,
        readdirSync(folder).find((name) => name.endsWith(end))!,
      ),
      'utf8',
    );
  const [checkpoints, info] = [textOf('_checkpoints'), textOf('_info')];
  const lsn = (name: string) => Number(new RegExp(`^${name}_lsn = (\\d+)$`, 'm').exec(checkpoints)?.[1]);
  const [, file, position] = /^binlog_pos = filename '([^']+)', position '(\d+)'/m.exec(info) ?? [];
  if (!file) throw new StartError(['mariadb-backup does not say where the binary log goes on: may the user BINLOG MONITOR?']);
  return { lsn: { from: lsn('from'), to: lsn('to') }, binlog: { file, position: Number(position) } };
}

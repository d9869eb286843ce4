import { mkdirSync, rmSync, createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { createGunzip } from 'node:zlib';
import type { BackupStore } from '../backup-store.js';
import { feed, run, outputOf } from '../programs.js';
import { SealedParts, DamagedBackup } from '../sealed-parts.js';
import { requireProgram } from './mariadb-server.js';
import type { FoundBackup } from './physical-manifest.js';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type BinlogEvent, binlogEvents, BrokenBinlog, FORMAT_DESCRIPTION, type Stretch } from './binlog-store.js';

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

/** MariaDB begins each transaction by it. */
const GTID = 162;
/** Lists the transactions before the file. A reader would want it as well. */
const GTID_LIST = 163;
const HEADER_BYTES = 19;
const MAGIC = Buffer.from([0xfe, 0x62, 0x69, 0x6e]);

export interface Transaction {
  readonly gtid: string;
  /** Unix seconds, by the database's clock. */
  readonly seconds: number;
}

export interface Replayed {
  readonly transactions: number;
  readonly last?: Transaction;
  /** The first that was left out. */
  readonly next?: Transaction;
}

/** Writes the events to replay as files of a binary log, each with whole transactions alone. */
export class ReplayFiles {
  readonly paths: string[] = [];
  private readonly counted: { transactions: number; last?: Transaction; next?: Transaction } = { transactions: 0 };

  constructor(
    private readonly place: BackupStore,
    private readonly folder: string,
    /** Unix seconds: transactions from there on are left out. */
    private readonly untilSeconds: number,
  ) {}

  /** @throws DamagedBackup */
  async write(stretches: readonly Stretch[]): Promise<Replayed> {
    for (const { manifest } of new Set(stretches.map(({ segment }) => segment))) {
      if (this.counted.next) break;
      const path = join(this.folder, manifest.file);
      if (this.paths.at(-1) === path) continue;
      this.paths.push(path);
      const pieces = stretches.filter(({ segment }) => segment.manifest.file === manifest.file);
      await pipeline(this.contentOf(pieces), createWriteStream(path, { mode: 0o600 }));
    }
    return this.counted;
  }

  private async *contentOf(stretches: readonly Stretch[]): AsyncGenerator<Buffer> {
    yield MAGIC;
    let isDescribed = false;
    for (const { segment, after } of stretches)
      for await (const event of this.eventsOf(segment)) {
        if (event.kind === FORMAT_DESCRIPTION) {
          if (!isDescribed) yield event.bytes;
          isDescribed = true;
        } else if (!event.isArtificial && event.kind !== GTID_LIST && event.end > after) {
          if (event.kind === GTID && this.endsAt(event)) return;
          yield event.bytes;
        }
      }
  }

  private endsAt(event: BinlogEvent): boolean {
    const transaction = { gtid: gtidOf(event), seconds: event.seconds };
    if (event.seconds >= this.untilSeconds) this.counted.next = transaction;
    else {
      this.counted.transactions++;
      this.counted.last = transaction;
    }
    return this.counted.next !== undefined;
  }

  private async *eventsOf({ manifest, secret }: Stretch['segment']): AsyncGenerator<BinlogEvent> {
    const unzip = createGunzip();
    const parts = new SealedParts(this.place, manifest.backup, secret).read('binlog', manifest.parts.binlog);
    const fed = pipeline(parts, unzip);
    fed.catch(() => undefined);
    try {
      yield* binlogEvents(unzip);
    } catch (error) {
      if (error instanceof BrokenBinlog)
        throw new DamagedBackup(`the copy of ${manifest.file} in ${manifest.backup}: ${error.message}`);
      throw error;
    }
    await fed;
  }
}

function gtidOf({ bytes }: BinlogEvent): string {
  const serverId = bytes.readUInt32LE(5);
  return `${bytes.readUInt32LE(HEADER_BYTES + 8)}-${serverId}-${bytes.readBigUInt64LE(HEADER_BYTES)}`;
}

/** @param socket of a server that has what was before */
export async function replayBinlog(paths: readonly string[], socket: string, signal: AbortSignal): Promise<void> {
  if (paths.length === 0) return;
  const log = { name: 'mariadb-binlog', args: ['--no-defaults', '--verify-binlog-checksum', ...paths], signal };
  const into = ['--no-defaults', `--socket=${socket}`, '--binary-mode', '--max-allowed-packet=1G'];
  await feed({ name: 'mariadb', args: into, signal }, outputOf(log), new PassThrough());
}

import { createReadStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { StartError } from '../../config/start-error.js';
import { keyId } from '../../crypto/key-ring.js';
import type { BackupStore } from '../backup-store.js';
import { type BinlogPosition, writeManifest } from '../manifest.js';
import { mariadbProgram } from '../mysql-clients.js';
import { run } from '../programs.js';
import { SealedParts } from '../sealed-parts.js';
import {
  binlogEvents,
  FORMAT_DESCRIPTION,
  coveredOf,
  FIRST_POSITION,
  fileNumber,
  segmentName,
  segmentsOf,
} from './binlog-store.js';
import { requireProgram, rowsOf, withMariadb } from './mariadb-server.js';
import { physicalBackups, type PhysicalManifest, type SegmentManifest } from './physical-manifest.js';

interface LogFile {
  readonly Log_name: string;
  readonly File_size: number | string;
}

/** Position of the copy. */
interface Cursor extends BinlogPosition {
  readonly line: string;
  /** Time of the file, once a part of it was copied. */
  readonly begunSeconds?: number;
}

export interface CopiedBinlog extends BinlogPosition {
  readonly line: string;
  /** Stored bytes of the new pieces. */
  readonly bytes: number;
  /** Commits before this are copied. Unix ms by the database's clock. */
  readonly at: number;
}

/** Copies the binary log in pieces from the newest whole backup on. */
export class BinlogCopier {
  private cursor: Cursor | undefined;
  /** Finished backups by their names, each read once, whatever the number of copies. */
  private readonly read = new Map<string, PhysicalManifest>();

  constructor(
    /** URL of a user that may BINLOG MONITOR and REPLICATION SLAVE. */
    private readonly url: string,
    private readonly backups: BackupStore,
    private readonly logs: BackupStore,
    private readonly secrets: readonly Buffer[],
  ) {}

  /** Up to where the log ends now. @throws StartError; DamagedBackup */
  async copy(): Promise<CopiedBinlog> {
    requireProgram('mariadb-binlog', 'mariadb-client');
    const base = await this.newestWhole();
    let cursor = this.cursor?.line === base.backup ? this.cursor : await this.findCursor(base);
    return withMariadb(this.url, async (connection, { serverId, now }) => {
      if (serverId !== base.serverId) throw foreign(cursor);
      // Asked after the time, so that everything before is in the list.
      const files = await rowsOf<LogFile>(connection, 'SHOW BINARY LOGS');
      let bytes = 0;
      for (const { Log_name: file, File_size: size } of filesFrom(cursor, files)) {
        const isLast = file === files.at(-1)!.Log_name;
        const from = file === cursor.file ? cursor.position : FIRST_POSITION;
        const begun = file === cursor.file ? cursor.begunSeconds : undefined;
        const copied = await this.copyPiece({ line: base.backup, file, from, endsFile: !isLast }, Number(size), begun);
        bytes += copied?.bytes ?? 0;
        cursor = { line: base.backup, file, position: copied?.to ?? from, begunSeconds: copied?.begunSeconds ?? begun };
      }
      this.cursor = cursor;
      const { line, file, position } = cursor;
      const covered = { backup: line, keyId: keyId(this.secrets[0]!), at: now, file, position };
      await writeManifest(this.logs, covered, this.secrets[0]!);
      return { line, file, position, bytes, at: now };
    });
  }

  private async newestWhole(): Promise<PhysicalManifest> {
    const names = await this.backups.backups();
    const unread = await physicalBackups(this.backups, this.secrets, [], (name) => !this.read.has(name));
    for (const { manifest } of unread) this.read.set(manifest.backup, manifest);
    const newest = names.toReversed().find((name) => this.read.get(name)?.line === name);
    if (newest === undefined)
      throw new StartError(['There is no physical backup that the log could follow: begin with backup:physical.']);
    return this.read.get(newest)!;
  }

  private async findCursor({ backup: line, binlog }: PhysicalManifest): Promise<Cursor> {
    const covered = await coveredOf(this.logs, line, this.secrets);
    if (!covered) return { line, file: binlog.file, position: binlog.position };
    const { file, position } = covered;
    const last = (await segmentsOf(this.logs, { line, file }, this.secrets)).findLast(({ manifest }) => manifest.file === file);
    return { line, file, position, ...(last ? { begunSeconds: last.manifest.begunSeconds } : {}) };
  }

  /** @returns undefined where the file has nothing new. @throws StartError where it is another file of the same name */
  private async copyPiece(
    piece: Pick<SegmentManifest, 'line' | 'file' | 'from' | 'endsFile'>,
    size: number,
    begun: number | undefined,
  ): Promise<(SegmentManifest & { readonly bytes: number }) | undefined> {
    const { file, from } = piece;
    if (size < from) throw foreign(piece);
    // A file that ended just there is marked as such by a piece without events.
    if (size === from && !piece.endsFile) return undefined;
    const folder = mkdtempSync(join(tmpdir(), 'harmattan-binlog-'));
    try {
      const where = [`--start-position=${from}`, `--result-file=${join(folder, 'copy-')}`];
      const program = mariadbProgram(this.url, 'mariadb-binlog', ['--read-from-remote-server', '--raw', ...where, file]);
      await run(program);
      const path = join(folder, `copy-${file}`);
      const measured = await measure(path, from);
      if (begun !== undefined && measured.begunSeconds !== begun) throw foreign(piece);
      if (piece.endsFile && measured.to !== size) throw new StartError([`${file} was cut off on its way: try again.`]);
      const [secret] = this.secrets;
      const backup = segmentName(piece);
      const parts = new SealedParts(this.logs, backup, secret!);
      const written = await pipeline(createReadStream(path), createGzip(), (zipped: AsyncIterable<Buffer>) =>
        parts.write('binlog', zipped),
      );
      const manifest = { ...piece, ...measured, backup, keyId: keyId(secret!), parts: { binlog: written.parts } };
      await writeManifest(this.logs, manifest, secret!);
      return { ...manifest, bytes: written.bytes };
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
}

/** @throws StartError where the file that was copied last is there no more */
function filesFrom(cursor: Cursor, files: readonly LogFile[]): LogFile[] {
  if (!files.some(({ Log_name: file }) => file === cursor.file)) throw foreign(cursor);
  return files.filter(({ Log_name: file }) => fileNumber(file) >= fileNumber(cursor.file));
}

function foreign({ file }: { readonly file: string }): StartError {
  return new StartError([
    `The log that was copied up to ${file} is not of this server, or was removed there: begin a new one with backup:physical.`,
  ]);
}

async function measure(path: string, from: number): Promise<Pick<SegmentManifest, 'to' | 'begunSeconds' | 'firstSeconds'>> {
  let [to, firstSeconds, begunSeconds] = [from, undefined as number | undefined, 0];
  for await (const event of binlogEvents(createReadStream(path) as AsyncIterable<Buffer>)) {
    if (event.kind === FORMAT_DESCRIPTION) begunSeconds = event.seconds;
    if (event.isArtificial || event.end <= from) continue;
    firstSeconds ??= event.seconds;
    to = event.end;
  }
  return { to, begunSeconds, firstSeconds: firstSeconds ?? 0 };
}

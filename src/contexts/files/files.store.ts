import { Check, Entity, Index, PrimaryColumn, And, In, LessThanOrEqual, MoreThan, Not } from 'typeorm';
import { CountColumn, FlagColumn, IdColumn, PrimaryIdColumn, TextColumn, TimeColumn } from '../../platform/database/columns.js';
import {
  type FileStatus,
  Files,
  type NewFile,
  type ProcessingResult,
  type FileRecord,
  GENERATED_DIRECTORY,
  kindOf,
  EraseFiles,
  type FileDownload,
} from './files.js';
import { OwnFiles } from './downloads.js';
import { record } from '../../platform/database/record.js';
import { Injectable } from '@nestjs/common';
import { Clock, isoTime } from '../../kernel/clock.js';
import type { Page, PageRequest } from '../../kernel/pagination.js';
import { HttpEnvironment } from '../../platform/http/http.settings.js';
import { Database } from '../../platform/database/database.js';
import { readRowPage } from '../../platform/database/read-row-page.js';
import { isDuplicate } from '../../platform/database/errors.js';

@Entity('file_download')
@Index('file_download_file', ['fileId'])
@Index('file_download_expires', ['expires'])
export class FileDownloadRow {
  @PrimaryColumn({ name: 'digest', type: 'varchar', length: 64 }) digest: string;
  @IdColumn('file_id') fileId: string;
  @IdColumn('user_id') userId: string;
  @IdColumn('session_id') sessionId: string;
  @TimeColumn('expires') expires: number;
}

@Entity('file')
@Index('file_name', ['name'], { unique: true })
@Index('file_user', ['userId', 'createdAt'])
@Index('file_directory', ['directory', 'createdAt'])
@Index('file_due', ['dueAt'])
export class FileRow {
  @PrimaryIdColumn() id: string;
  @IdColumn('user_id') userId: string;
  @TextColumn('directory', 32) directory: string;
  @TextColumn('name', 32) name: string;
  @TextColumn('file_name') fileName: string;
  @TextColumn('extension', 8) extension: string;
  @CountColumn('size_bytes') sizeBytes: number;
  @TextColumn('sha256', 64) sha256: string;
  @TextColumn('status', 16) status: FileStatus;
  @TextColumn('content', 16) content: 'original' | 'clean';
  @FlagColumn('has_thumbnail') hasThumbnail: boolean;
  @TextColumn('reason') reason: string;
  /** Processes that it ended. */
  @CountColumn('crashes', { default: 0 }) crashes: number;
  @TimeColumn('processed_at') processedAt: number;
  /** When the sweep processes it; 0 when nothing is left to do. */
  @TimeColumn('due_at') dueAt: number;
  @TimeColumn('recorded') createdAt: number;
}

@Entity('file_usage')
@Check('file_usage_not_below_zero', 'used_bytes >= 0')
export class FileUsageRow {
  @PrimaryIdColumn('user_id') userId: string;
  @CountColumn('used_bytes') usedBytes: number;
}

const MINUTE_MS = 60_000;
/** An upload to the storage succeeds or fails within this time. */
const UPLOAD_TIMEOUT_MS = 15 * MINUTE_MS;
/** A queued job has run or been lost within this time. */
const PROCESSING_TIMEOUT_MS = 2 * MINUTE_MS;

const OWN = ['', GENERATED_DIRECTORY];
const VISIBLE = In(['active', 'rejected']);

/** Contents and names go with an account. */
export const fileRecord = record(FileRow, {
  uses: [EraseFiles, OwnFiles],
  export: { name: 'files', rows: (userId, _, files) => exported(userId, files) },
  erase: ({ userId }, _, eraseFiles) => eraseFiles.execute(userId),
});

async function* exported(userId: string, files: OwnFiles): AsyncIterable<object> {
  for await (const { fileName, contentType, sizeBytes, createdAt } of files.all(userId))
    yield { at: isoTime(createdAt), fileName, contentType, sizeBytes };
}

@Injectable()
export class TypeormFiles extends Files {
  constructor(
    private readonly database: Database,
    private readonly http: HttpEnvironment,
    private readonly clock: Clock,
  ) {
    super();
  }

  async begin(file: NewFile, quotaBytes: number): Promise<FileRecord | undefined> {
    if (!(await this.reserveQuota(file, quotaBytes))) return undefined;
    const fresh = {
      status: 'incoming',
      content: 'original',
      hasThumbnail: false,
      reason: '',
      processedAt: 0,
      crashes: 0,
    } as const;
    const row: FileRow = { ...file, ...fresh, dueAt: this.clock.now() + UPLOAD_TIMEOUT_MS };
    await this.rows.insert(row);
    return this.present(row);
  }

  async activate(id: string): Promise<boolean> {
    const dueAt = this.clock.now() + PROCESSING_TIMEOUT_MS;
    const { affected } = await this.rows.update({ id, status: 'incoming' }, { status: 'active', dueAt });
    return affected === 1;
  }

  async activateProcessed(id: string): Promise<boolean> {
    const change = { status: 'active', processedAt: this.clock.now(), dueAt: 0 } as const;
    return (await this.rows.update({ id, status: 'incoming' }, change)).affected === 1;
  }

  async find(id: string): Promise<FileRecord | undefined> {
    return this.presentOne(await this.rows.findOneBy({ id }));
  }

  async findByName(name: string): Promise<FileRecord | undefined> {
    return this.presentOne(await this.rows.findOneBy({ name }));
  }

  async findVisible(ids: readonly string[]): Promise<FileRecord[]> {
    if (ids.length === 0) return [];
    const rows = await this.rows.findBy({ id: In([...ids]), status: VISIBLE });
    const byId = new Map(rows.map((row) => [row.id, row]));
    return ids.flatMap((id) => byId.get(id) ?? []).map((row) => this.present(row));
  }

  async list(userId: string, page: PageRequest, withGenerated = false): Promise<Page<FileRecord>> {
    const where = { userId, status: VISIBLE, ...(withGenerated ? {} : { directory: Not(GENERATED_DIRECTORY) }) };
    const { items, next } = await readRowPage(this.rows, where, page);
    return { items: items.map((row) => this.present(row)), next };
  }

  async listOwn(userId: string, limit: number): Promise<FileRecord[]> {
    const rows = await this.rows.find({ where: { userId, directory: In(OWN), status: VISIBLE }, take: limit });
    return rows.map((row) => this.present(row));
  }

  async removeNames(userId: string): Promise<void> {
    await this.rows.update({ userId, directory: In(OWN), status: 'deleted' }, { fileName: '', sha256: '' });
  }

  async listDirectory(directory: string, page: PageRequest): Promise<Page<FileRecord>> {
    const { items, next } = await readRowPage(this.rows, { directory, status: VISIBLE }, page);
    return { items: items.map((row) => this.present(row)), next };
  }

  async saveResult(file: FileRecord, verdict: ProcessingResult): Promise<boolean> {
    const dueAt = this.clock.now() + PROCESSING_TIMEOUT_MS;
    const { affected } = await this.rows.update({ id: file.id, status: 'active', processedAt: 0 }, { ...verdict, dueAt });
    if (affected !== 1) return false;
    await this.changeUsage(file, verdict.sizeBytes - file.sizeBytes);
    return true;
  }

  async countCrash({ id }: FileRecord): Promise<number> {
    await this.rows.increment({ id }, 'crashes', 1);
    return (await this.rows.findOneByOrFail({ id })).crashes;
  }

  async delete(file: FileRecord): Promise<boolean> {
    const { id } = file;
    // The size is read under the lock, because processing may have changed it.
    const { affected } = await this.rows.update({ id, status: VISIBLE }, { status: 'deleted', dueAt: this.clock.now() });
    if (affected !== 1) return false;
    const { sizeBytes } = await this.rows.findOneByOrFail({ id });
    await this.changeUsage(file, -sizeBytes);
    return true;
  }

  async removeIncoming(file: FileRecord): Promise<void> {
    const { affected } = await this.rows.delete({ id: file.id, status: 'incoming' });
    if (affected === 1) await this.changeUsage(file, -file.sizeBytes);
  }

  async finish({ id, status }: FileRecord): Promise<void> {
    await this.rows.update({ id, status }, { dueAt: 0 });
  }

  async oldestUnfinished(): Promise<number | undefined> {
    const [row] = await this.database.rows<{ oldest: number | null }>(
      'SELECT MIN(recorded) AS oldest FROM file WHERE due_at > 0',
    );
    return row?.oldest ?? undefined;
  }

  async leaseDue(limit: number, leaseMs: number): Promise<FileRecord[]> {
    const now = this.clock.now();
    const rows = await this.rows.find({
      where: { dueAt: And(MoreThan(0), LessThanOrEqual(now)) },
      order: { dueAt: 'ASC', id: 'ASC' },
      take: limit,
    });
    if (rows.length > 0)
      await this.rows.update({ id: In(rows.map(({ id }) => id)), dueAt: LessThanOrEqual(now) }, { dueAt: now + leaseMs });
    return rows.map((row) => this.present(row));
  }

  async addDownload(digest: string, download: FileDownload): Promise<void> {
    await this.database.transaction(async () => {
      await this.downloads.delete({ fileId: download.fileId });
      await this.downloads.insert({ digest, ...download });
    });
  }

  /** Only the call whose deletion finds the row gets it. */
  async takeDownload(digest: string, sessionId: string, now: number): Promise<FileDownload | undefined> {
    const row = await this.downloads.findOneBy({ digest, sessionId });
    if (!row || (await this.downloads.delete({ digest })).affected !== 1) return undefined;
    return row.expires > now ? row : undefined;
  }

  async removeExpiredDownloads(now: number, limit: number): Promise<number> {
    const rows = await this.downloads.find({ select: { digest: true }, where: { expires: LessThanOrEqual(now) }, take: limit });
    if (rows.length > 0) await this.downloads.delete({ digest: In(rows.map(({ digest }) => digest)) });
    return rows.length;
  }

  /** False above the quota. Locks the user's usage until the end of the unit of work. */
  private async reserveQuota({ userId, directory, sizeBytes }: NewFile, quotaBytes: number): Promise<boolean> {
    if (directory !== '') return true;
    if (await this.addUsage(userId, sizeBytes, quotaBytes)) return true;
    try {
      await this.database.repository(FileUsageRow).insert({ userId, usedBytes: 0 });
    } catch (error) {
      if (!isDuplicate(error)) throw error;
    }
    return this.addUsage(userId, sizeBytes, quotaBytes);
  }

  private async changeUsage({ userId, directory }: FileRecord, bytes: number): Promise<void> {
    if (directory === '') await this.addUsage(userId, bytes);
  }

  private async addUsage(userId: string, bytes: number, quotaBytes = Number.MAX_SAFE_INTEGER): Promise<boolean> {
    const { affected } = await this.database
      .repository(FileUsageRow)
      .update(
        { userId, usedBytes: LessThanOrEqual(quotaBytes - bytes) },
        { usedBytes: () => `used_bytes + (${Math.trunc(bytes)})` },
      );
    return affected === 1;
  }

  private presentOne(row: FileRow | null): FileRecord | undefined {
    return row ? this.present(row) : undefined;
  }

  private present(row: FileRow): FileRecord {
    const { name, extension, ...rest } = row;
    const { contentType } = kindOf(extension)!;
    const file = `${name}.${extension}`;
    const isOpen = row.directory !== GENERATED_DIRECTORY;
    const [url, path] = isOpen ? [`${this.http.uploadUrl}/${file}`, `/uploads/${file}`] : ['', ''];
    return { ...rest, name, extension, contentType, url, path };
  }

  private get rows() {
    return this.database.repository(FileRow);
  }

  private get downloads() {
    return this.database.repository(FileDownloadRow);
  }
}

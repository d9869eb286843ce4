import { type FindManyOptions, LessThanOrEqual, MoreThan } from 'typeorm';
import { Database } from '../../platform/database/database.js';
import { isDuplicate } from '../../platform/database/errors.js';
import { FileRequests, type FileRequest, StoreFile, Attachments, type NewAttachment, type Sender } from './uploads.js';
import { Injectable } from '@nestjs/common';
import { Files, type FileRecord, fileFailures, FILE_LIMIT_BYTES, type StoredFile } from './files.js';
import { createHash } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { Failure } from '../../kernel/failure.js';
import { UnitOfWork } from '../../kernel/unit-of-work.js';
import { IncomingFolder } from '../../platform/storage/incoming-folder.js';
import { CheckFile, type CheckedFile } from './processing.js';

export interface FileRequestRow extends FileRequest {
  /** The user while it runs, so that there is one at a time. */
  readonly runningFor: string | null;
}

export class TypeormFileRequests<Request extends FileRequest> extends FileRequests<Request> {
  constructor(
    private readonly database: Database,
    private readonly row: new () => Request & FileRequestRow,
  ) {
    super();
  }

  async begin(request: Omit<Request, 'state' | 'expiresAt'> & Pick<FileRequest, 'userId'>): Promise<boolean> {
    try {
      await this.rows.insert({ ...request, state: 'running', runningFor: request.userId, expiresAt: 0 });
      return true;
    } catch (error) {
      if (isDuplicate(error)) return false;
      throw error;
    }
  }

  async find(id: string): Promise<Request | undefined> {
    return (await this.list({ where: { id }, take: 1 }))[0];
  }

  async runningOf(userId: string): Promise<Request | undefined> {
    return (await this.list({ where: { runningFor: userId }, take: 1 }))[0];
  }

  async timesSince(userId: string, since: number): Promise<number[]> {
    const recent = await this.rows.find({ where: { userId, createdAt: MoreThan(since) }, order: { createdAt: 'ASC' } });
    return recent.map(({ createdAt }) => createdAt);
  }

  async end(id: string, state: 'ready' | 'failed', expiresAt: number): Promise<boolean> {
    const { affected } = await this.rows.update({ id, state: 'running' }, { state, runningFor: null, expiresAt });
    return affected === 1;
  }

  async expire(id: string): Promise<void> {
    await this.rows.update({ id }, { state: 'expired' });
  }

  running(limit: number): Promise<Request[]> {
    return this.list({ where: { state: 'running' }, order: { createdAt: 'ASC', id: 'ASC' }, take: limit });
  }

  over(now: number, limit: number): Promise<Request[]> {
    const where = { state: 'ready' as const, expiresAt: LessThanOrEqual(now) };
    return this.list({ where, order: { expiresAt: 'ASC' }, take: limit });
  }

  private async list(options: FindManyOptions<FileRequestRow>): Promise<Request[]> {
    return (await this.rows.find(options)) as (Request & FileRequestRow)[];
  }

  /** Typed as rows with the common columns, because TypeORM's criteria cannot be checked for an unknown row. */
  private get rows() {
    return this.database.repository<FileRequestRow>(this.row);
  }
}

@Injectable()
export class ReceivedAttachments extends Attachments {
  constructor(
    private readonly folder: IncomingFolder,
    private readonly checkFile: CheckFile,
    private readonly storeFile: StoreFile,
    private readonly files: Files,
    private readonly unitOfWork: UnitOfWork,
  ) {
    super();
  }

  async store(sender: Sender, attachments: readonly NewAttachment[]): Promise<readonly StoredFile[]> {
    const paths = attachments.map(() => this.folder.newPath());
    const kept: FileRecord[] = [];
    try {
      const checked: CheckedFile[] = [];
      for (const [place, attachment] of attachments.entries()) checked.push(await this.check(attachment, paths[place]!));
      for (const file of checked) kept.push(await this.storeFile.execute({ ...sender, directory: '' }, file));
      return kept;
    } catch (error) {
      await this.deleteAll(kept);
      throw error;
    } finally {
      for (const path of paths) await rm(path, { force: true });
    }
  }

  async discard(files: readonly StoredFile[]): Promise<void> {
    await this.deleteAll(await this.files.findVisible(files.map(({ id }) => id)));
  }

  find(ids: readonly string[]): Promise<readonly StoredFile[]> {
    return this.files.findVisible(ids);
  }

  private async deleteAll(files: readonly FileRecord[]): Promise<void> {
    for (const file of files) await this.unitOfWork.run(() => this.files.delete(file));
  }

  private async check({ fileName, bytes }: NewAttachment, path: string): Promise<CheckedFile> {
    if (bytes.length > FILE_LIMIT_BYTES) throw new Failure(fileFailures.too_large);
    await writeFile(path, bytes, { mode: 0o600, flag: 'wx', flush: true });
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    return this.checkFile.execute(fileName, { path, sizeBytes: bytes.length, sha256 });
  }
}

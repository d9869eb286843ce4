import { createHash } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { Injectable } from '@nestjs/common';
import { Failure } from '../../../kernel/failure.js';
import { UnitOfWork } from '../../../kernel/unit-of-work.js';
import { IncomingFolder } from '../../../platform/storage/incoming-folder.js';
import { CheckFile, type CheckedFile } from '../application/check-file.js';
import { StoreFile } from '../application/store-file.js';
import { Attachments, Files, type NewAttachment } from '../application/ports.js';
import type { Sender } from '../application/stranger-uploads.js';
import type { FileRecord } from '../domain/file-record.js';
import { fileFailures } from '../domain/files.failures.js';
import { FILE_LIMIT_BYTES } from '../domain/file-kind.js';
import type { StoredFile } from '../domain/stored-file.js';

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

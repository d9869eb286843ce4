import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/clock.js';
import { domainEvent, Outbox } from '../../../kernel/events.js';
import { Failure } from '../../../kernel/failure.js';
import { newId } from '../../../kernel/ids.js';
import { FileStorage } from '../../../kernel/storage.js';
import { UnitOfWork } from '../../../kernel/unit-of-work.js';
import { type FileRecord, originalKey } from '../domain/file-record.js';
import { fileFailures } from '../domain/files.failures.js';
import type { CheckedFile } from './check-file.js';
import { FileSettings } from './file-settings.js';
import { Files } from './ports.js';
import { type Sender, StrangerUploads } from './stranger-uploads.js';

export interface FileDestination extends Sender {
  /** A system directory, or empty for the user's own files. */
  readonly directory: string;
}

/** The record is committed first, so that the sweep finds the content of an interrupted upload. */
@Injectable()
export class StoreFile {
  constructor(
    private readonly files: Files,
    private readonly storage: FileStorage,
    private readonly strangerUploads: StrangerUploads,
    private readonly settings: FileSettings,
    private readonly unitOfWork: UnitOfWork,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  /** @throws Failure `files.quota_exceeded`, and of StrangerUploads */
  async execute(
    { userId, ip, directory }: FileDestination,
    { path, sizeBytes, sha256, fileName, extension }: CheckedFile,
  ): Promise<FileRecord> {
    await this.strangerUploads.spend({ userId, ip }, sizeBytes);
    const createdAt = this.clock.now();
    const name = randomBytes(16).toString('hex');
    const file = { id: newId(), userId, directory, name, fileName, extension, sizeBytes, sha256, createdAt };
    const incoming = await this.unitOfWork.run(() => this.files.begin(file, this.settings.quotaBytes));
    if (!incoming) throw new Failure(fileFailures.quota_exceeded);
    // A failed call may have stored it all the same; the sweep removes it.
    await this.storage.take(originalKey(file), { path, sizeBytes, sha256 });
    const isActivated = await this.unitOfWork.run(async () => {
      if (!(await this.files.activate(file.id))) return false;
      await this.outbox.add(domainEvent('file.uploaded', { fileId: file.id, userId }));
      return true;
    });
    if (isActivated) return { ...incoming, status: 'active' };
    await this.storage.remove(originalKey(file));
    throw new Error('the file was abandoned while it was stored');
  }
}

import { Injectable } from '@nestjs/common';
import { FileStorage } from '../../../kernel/storage.js';
import { UnitOfWork } from '../../../kernel/unit-of-work.js';
import { allKeys, cleanKey, type FileRecord, originalKey, quarantineKey, thumbnailKey } from '../domain/file-record.js';
import { Files } from './ports.js';

/** Moves or removes stored contents as the record requires. Idempotent. */
@Injectable()
export class ReconcileContents {
  constructor(
    private readonly files: Files,
    private readonly storage: FileStorage,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  async execute(file: FileRecord): Promise<void> {
    switch (file.status) {
      case 'deleted':
        await this.storage.remove(...allKeys(file));
        break;
      case 'rejected':
        await this.storage.move(originalKey(file), quarantineKey(file));
        await this.storage.remove(cleanKey(file), thumbnailKey(file));
        break;
      case 'active':
        if (file.content === 'clean') await this.storage.remove(originalKey(file));
        break;
      case 'incoming':
        await this.storage.remove(originalKey(file));
        return this.unitOfWork.run(() => this.files.removeIncoming(file));
    }
    await this.files.finish(file);
  }
}

import { Injectable } from '@nestjs/common';
import { FileStorage } from '../../../kernel/storage.js';
import { UnitOfWork } from '../../../kernel/unit-of-work.js';
import { allKeys, cleanKey, type FileRecord, originalKey, quarantineKey, thumbnailKey } from '../domain/file-record.js';
import { Files } from './ports/files.js';

/** Brings the contents of a file to where its record says that they are. May be repeated. */
@Injectable()
export class ArrangeContents {
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
        // Its upload never came to an end.
        await this.storage.remove(originalKey(file));
        return this.unitOfWork.run(() => this.files.forget(file));
    }
    await this.files.finish(file);
  }
}

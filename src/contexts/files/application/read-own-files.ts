import { Injectable } from '@nestjs/common';
import { isoTime } from '../../../kernel/clock.js';
import { readAll } from '../../../kernel/pagination.js';
import { type DataPart, PersonalDataSource } from '../../../kernel/personal-data.js';
import { Contributes } from '../../../kernel/registry.js';
import { FileStorage } from '../../../kernel/storage.js';
import { contentKey } from '../domain/file-record.js';
import { Files, type OwnFile, OwnFiles } from './ports.js';

@Injectable()
export class ReadOwnFiles extends OwnFiles {
  constructor(
    private readonly files: Files,
    private readonly storage: FileStorage,
  ) {
    super();
  }

  async *all(userId: string): AsyncIterable<OwnFile> {
    for await (const file of readAll((page) => this.files.list(userId, page)))
      if (file.directory === '' && file.status === 'active') yield { ...file, open: () => this.storage.open(contentKey(file)) };
  }
}

@Injectable()
@Contributes(PersonalDataSource)
export class ExportedFileList extends PersonalDataSource {
  constructor(private readonly ownFiles: OwnFiles) {
    super();
  }

  readonly parts: readonly DataPart[] = [{ name: 'files', rows: (userId) => this.rows(userId) }];

  private async *rows(userId: string) {
    for await (const { fileName, contentType, sizeBytes, createdAt } of this.ownFiles.all(userId))
      yield { at: isoTime(createdAt), fileName, contentType, sizeBytes };
  }
}

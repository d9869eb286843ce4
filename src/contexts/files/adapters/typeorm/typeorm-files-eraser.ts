import { Injectable } from '@nestjs/common';
import { type DataSubject, Eraser } from '../../../../kernel/eraser.js';
import { Contributes } from '../../../../kernel/registry.js';
import { tablesOf } from '../../../../platform/database/table.js';
import { EraseFiles } from '../../application/erase-files.js';
import { FileRow } from './files.rows.js';

/** Contents and names. */
@Injectable()
@Contributes(Eraser)
export class TypeormFilesEraser extends Eraser {
  readonly tables = tablesOf(FileRow);

  constructor(private readonly eraseFiles: EraseFiles) {
    super();
  }

  erase({ userId }: DataSubject): Promise<void> {
    return this.eraseFiles.execute(userId);
  }
}

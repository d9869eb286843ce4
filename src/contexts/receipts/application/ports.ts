import type { LocalFile } from '../../../kernel/storage.js';
import { FileRequests } from '../../files/index.js';
import type { StatementFile } from '../domain/statement-file.js';

export abstract class DocumentWriter {
  /** A local file, of which only a part is in memory at a time. The caller removes it. */
  abstract write(content: AsyncIterable<Uint8Array>): Promise<LocalFile>;
  abstract remove(file: LocalFile): Promise<void>;
}

export abstract class StatementFiles extends FileRequests<StatementFile> {}

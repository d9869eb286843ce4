import { Injectable } from '@nestjs/common';
import { Failure } from '../../../kernel/failure.js';
import type { LocalFile } from '../../../kernel/storage.js';
import { type FileName, readFileName } from '../domain/file-name.js';
import { fileFailures } from '../domain/files.failures.js';
import { FILE_LIMIT_BYTES, kindOf } from '../domain/file-kind.js';
import { ContentInspector } from './ports.js';

export type CheckedFile = LocalFile & FileName;

@Injectable()
export class CheckFile {
  constructor(private readonly inspector: ContentInspector) {}

  /**
   * Only the extension of `givenName` matters. @throws Failure `files.name_invalid`, `files.extension_not_allowed`,
   * `files.empty`, `files.too_large`, `files.content_mismatch`
   */
  async execute(givenName: string, { path, sizeBytes, sha256 }: LocalFile): Promise<CheckedFile> {
    const name = readFileName(givenName);
    if (sizeBytes === 0) throw new Failure(fileFailures.empty);
    if (sizeBytes > FILE_LIMIT_BYTES) throw new Failure(fileFailures.too_large);
    const found = await this.inspector.inspect(path);
    if (!found || !kindOf(name.extension)!.detectedTypes.includes(found)) throw new Failure(fileFailures.content_mismatch);
    return { ...name, path, sizeBytes, sha256 };
  }
}

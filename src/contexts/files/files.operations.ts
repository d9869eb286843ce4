import { Injectable } from '@nestjs/common';
import type { Caller } from '../../kernel/caller.js';
import { Failure } from '../../kernel/failure.js';
import { on, Operation } from '../../platform/http/operation.decorator.js';
import { comment, oneOrPageOf } from '../../platform/http/presenting.js';
import { CheckFile } from './application/check-file.js';
import { DeleteFile } from './application/delete-file.js';
import { StoreFile } from './application/store-file.js';
import { Files } from './application/ports/files.js';
import { fileFailures } from './domain/files.failures.js';
import { FILE_LIMIT_BYTES } from './domain/file-kind.js';
import { FileDeleteInput, FileFetchInput, FileUploadInput } from './files.inputs.js';
import { presentFile } from './files.presenters.js';

const FILES_PER_PAGE = 15;
const INVALID = { code: 400, id: 'file_invalid' };

@Injectable()
export class FilesOperations {
  constructor(
    private readonly checkFile: CheckFile,
    private readonly storeFile: StoreFile,
    private readonly deleteFile: DeleteFile,
    private readonly files: Files,
  ) {}

  @Operation('core_file_upload', {
    method: 'POST',
    access: 'signed',
    limit: 'upload',
    missing: 400,
    uploadLimitBytes: FILE_LIMIT_BYTES,
    failures: [
      on(fileFailures.system_directory),
      on(fileFailures.name_invalid, INVALID),
      on(fileFailures.extension_not_allowed, INVALID),
      on(fileFailures.content_mismatch, INVALID),
      on(fileFailures.empty, INVALID),
      on(fileFailures.quota_exceeded, { code: 413, id: 'quota_exceeded' }),
    ],
    present: presentFile,
    summary: 'Keeps a file of the signed-in user.',
  })
  async upload({ file, sysdrn }: FileUploadInput, caller: Caller) {
    if (sysdrn !== undefined && !caller.grants) throw new Failure(fileFailures.system_directory);
    const checked = await this.checkFile.execute(file.fileName, file);
    return this.storeFile.execute({ userId: caller.userId, directory: sysdrn ?? '' }, checked);
  }

  @Operation('core_file_fetch', {
    method: 'GET',
    access: 'signed',
    missing: 400,
    failures: [on(fileFailures.not_found)],
    present: oneOrPageOf(presentFile),
    summary: 'The files of the signed-in user, newest first, or one of them.',
  })
  async fetch({ rqtp, rqvl, page }: FileFetchInput, { userId }: Caller) {
    if (rqtp === 'mk') {
      const [file] = rqvl === undefined ? [] : await this.files.findVisible([rqvl]);
      if (file?.userId !== userId) throw new Failure(fileFailures.not_found);
      return file;
    }
    if (rqtp === 'user' && rqvl !== undefined && rqvl !== userId) throw new Failure(fileFailures.not_found);
    const found = await this.files.list(userId, { before: page, size: FILES_PER_PAGE });
    if (found.items.length === 0) throw new Failure(fileFailures.not_found);
    return found;
  }

  @Operation('core_file_delete', {
    method: 'GET',
    access: 'signed',
    effect: 'write',
    missing: 400,
    failures: [on(fileFailures.not_found), on(fileFailures.not_yours)],
    present: comment('File deleted'),
    summary: 'Deletes a file for good, for its owner or an administrator.',
  })
  async delete({ fxid }: FileDeleteInput, caller: Caller) {
    await this.deleteFile.execute(fxid, caller);
  }
}

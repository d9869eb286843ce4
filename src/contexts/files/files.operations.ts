import { Before, Code, FilePart, Optional, Password, RequestType, Text } from '../../platform/http/input.decorators.js';
import { ReceivedFile } from '../../platform/http/upload.js';
import { type OwnerSecrets, signInFailures } from '../sign-in/index.js';
import { Injectable } from '@nestjs/common';
import type { Caller } from '../../kernel/caller.js';
import { budgetFailures } from '../../kernel/budgets.js';
import { Failure } from '../../kernel/failure.js';
import { on, Operation } from '../../platform/http/operation.decorator.js';
import { comment, oneOrPageOf } from '../../platform/http/presenting.js';
import { CheckFile } from './processing.js';
import { DeleteFile, Files, GENERATED_DIRECTORY, fileFailures, FILE_LIMIT_BYTES } from './files.js';
import { DownloadFile } from './downloads.js';
import { StoreFile } from './uploads.js';
import { presentDownload, presentFile } from './files.presenters.js';

const DIRECTORY = /^[a-z0-9-]{1,32}$/;

export class FileUploadInput {
  @FilePart() file: ReceivedFile;
  @Optional() @Text({ pattern: DIRECTORY, form: '1 to 32 lower case letters, digits and hyphens' }) sysdrn?: string;
}

export class FileFetchInput {
  @RequestType(['user', 'mk', 'all', 'owner']) rqtp: 'user' | 'mk' | 'all' | 'owner';
  @Optional() @Text() rqvl?: string;
  @Optional() @Before() page?: number;
  @Optional() @Text({ pattern: DIRECTORY, form: '1 to 32 lower case letters, digits and hyphens' }) sysdrn?: string;
}

export class FileDownloadInput {
  @Text() fxid: string;
  @Optional() @Password() pswd?: string;
  @Optional() @Code() code?: string;

  get secrets(): OwnerSecrets {
    return { password: this.pswd, code: this.code };
  }
}

export class FileDeleteInput {
  @Text() fxid: string;
}

const FILES_PER_PAGE = 15;
const INVALID = { code: 400, id: 'file_invalid' };

@Injectable()
export class FilesOperations {
  constructor(
    private readonly checkFile: CheckFile,
    private readonly storeFile: StoreFile,
    private readonly deleteFile: DeleteFile,
    private readonly downloadFile: DownloadFile,
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
      on(signInFailures.email_unverified, { code: 400, id: 'email_unverified' }),
    ],
    present: presentFile,
    summary: 'Keeps a file of the signed-in user.',
  })
  async upload({ file, sysdrn }: FileUploadInput, caller: Caller) {
    if (sysdrn !== undefined && !caller.grants) throw new Failure(fileFailures.system_directory);
    const checked = await this.checkFile.execute(file.fileName, file);
    return this.storeFile.execute({ userId: caller.userId, ip: caller.ip, directory: sysdrn ?? '' }, checked);
  }

  @Operation('core_file_fetch', {
    method: 'GET',
    access: 'signed',
    missing: 400,
    failures: [on(fileFailures.not_found), on(fileFailures.staff_only)],
    reads: ({ rqtp, rqvl }: FileFetchInput) => (rqtp === 'owner' ? `user:${rqvl}` : undefined),
    present: oneOrPageOf(presentFile),
    summary:
      'The files of the signed-in user, newest first, or one of them; for staff also those of a system directory (sysdrn), and with userControl.viewDetails those of a user (rqtp=owner).',
  })
  async fetch({ rqtp, rqvl, sysdrn, page: before }: FileFetchInput, caller: Caller) {
    if (rqtp === 'mk') return this.one(rqvl ?? '', caller);
    const owner = ownerOf({ rqtp, rqvl, sysdrn }, caller);
    const page = { before, size: FILES_PER_PAGE };
    const found = await (sysdrn === undefined
      ? this.files.list(owner, page, owner === caller.userId)
      : this.files.listDirectory(sysdrn, page));
    if (found.items.length === 0) throw new Failure(fileFailures.not_found);
    return found;
  }

  @Operation('core_file_download', {
    method: 'POST',
    access: 'signed',
    missing: 400,
    failures: [
      on(fileFailures.not_found),
      on(signInFailures.password_required, { code: 400, id: 'pswd_required' }),
      on(signInFailures.wrong_password, { code: 400, id: 'pswd_invalid' }),
      on(signInFailures.code_required, { code: 400, id: 'code_required' }),
      on(signInFailures.incorrect_code, { code: 400, id: 'code_invalid' }),
      on(budgetFailures.delayed),
      on(signInFailures.login_delayed),
      on(signInFailures.busy),
    ],
    present: presentDownload,
    summary:
      'An address that serves a file of the signed-in user once, within five minutes, to a GET that this session signs as it signs operations (of a body of nothing); the only one of files that the service made for them, which need the password, or of an account without one a code of the purpose export.',
  })
  async download({ fxid, secrets }: FileDownloadInput, caller: Caller) {
    return this.downloadFile.offer(fxid, secrets, caller);
  }

  @Operation('core_file_delete', {
    method: 'GET',
    access: 'signed',
    effect: 'write',
    missing: 400,
    failures: [on(fileFailures.not_found), on(fileFailures.not_yours)],
    present: comment('File deleted'),
    summary: 'Deletes a file for good, for its owner or staff with userControl.allowModify.',
  })
  async delete({ fxid }: FileDeleteInput, caller: Caller) {
    await this.deleteFile.execute(fxid, caller);
  }

  /** Staff see the files of system directories, too. */
  private async one(id: string, { userId, grants }: Caller) {
    const [file] = await this.files.findVisible([id]);
    const isSystem = file !== undefined && !['', GENERATED_DIRECTORY].includes(file.directory);
    if (!file || (file.userId !== userId && !(isSystem && grants))) throw new Failure(fileFailures.not_found);
    return file;
  }
}

/** Whose files are asked for. @throws Failure `files.staff_only`, `files.not_found` */
function ownerOf({ rqtp, rqvl, sysdrn }: Pick<FileFetchInput, 'rqtp' | 'rqvl' | 'sysdrn'>, { userId, grants }: Caller): string {
  if (sysdrn !== undefined && !grants) throw new Failure(fileFailures.staff_only);
  if (rqtp === 'owner') {
    if (!grants?.has('userControl.viewDetails')) throw new Failure(fileFailures.staff_only);
    return rqvl ?? '';
  }
  if (rqtp === 'user' && rqvl !== undefined && rqvl !== userId) throw new Failure(fileFailures.not_found);
  return userId;
}

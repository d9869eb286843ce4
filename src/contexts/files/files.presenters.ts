import { on } from '../../platform/http/operation.decorator.js';
import { signInFailures } from '../sign-in/index.js';
import { fileFailures, type StoredFile } from './files.js';
import type { DownloadAddress } from './downloads.js';

/** Shared by operations with attachments. */
export const ATTACHMENT_FAILURES = [
  on(fileFailures.name_invalid),
  on(fileFailures.extension_not_allowed),
  on(fileFailures.content_mismatch),
  on(fileFailures.empty),
  on(fileFailures.too_large),
  on(fileFailures.quota_exceeded),
  on(signInFailures.email_unverified, { code: 400, id: 'email_unverified' }),
];

export function presentFile(file: StoredFile) {
  return {
    marker: file.id,
    userid: file.userId,
    fileName: file.fileName,
    fileType: file.contentType,
    fileSize: file.sizeBytes,
    filePath: file.url,
    localUrl: file.path,
    fileMime: file.extension,
    status: file.status,
    recorded: String(file.createdAt),
  };
}

export function presentDownload({ file, url, path, expires }: DownloadAddress) {
  return { ...presentFile(file), filePath: url, localUrl: path, expires: String(Math.floor(expires / 1000)) };
}

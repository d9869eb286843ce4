import { failures, Failure } from '../../kernel/failure.js';
import type { Page, PageRequest } from '../../kernel/pagination.js';
import { Injectable } from '@nestjs/common';
import { FileStorage } from '../../kernel/storage.js';
import type { Caller } from '../../kernel/caller.js';
import { UnitOfWork } from '../../kernel/unit-of-work.js';
import { Audit, type AuditRecord } from '../audit/index.js';

export interface FileDownload {
  readonly fileId: string;
  readonly userId: string;
  /** The session that asked; the address ends with it. */
  readonly sessionId: string;
  readonly expires: number;
}

export const fileFailures = failures('files', {
  name_invalid: ['invalid', 'The file has no usable name'],
  extension_not_allowed: ['invalid', 'Files of this kind are not allowed'],
  content_mismatch: ['invalid', 'The content of the file is not what its extension says'],
  empty: ['invalid', 'The file is empty'],
  too_large: ['too_large', 'The file is larger than 10 MB'],
  quota_exceeded: ['too_large', 'There is no room for this file, please delete others first'],
  system_directory: ['forbidden', "Oops, you don't have the necessary permission for this request"],
  staff_only: ['forbidden', "Oops, you don't have the necessary permission for this request"],
  not_yours: ['forbidden', "Oops, you don't have the necessary permission for this request"],
  not_found: ['not_found', "We couldn't find any record matching your query"],
});

/** `rejected`: harmful or of another type than claimed; `deleted`: a tombstone. Only active and rejected files are visible. */
export type FileStatus = 'incoming' | 'active' | 'rejected' | 'deleted';

export interface StoredFile {
  readonly id: string;
  readonly userId: string;
  /** At most 255 characters, without folders. */
  readonly fileName: string;
  readonly extension: string;
  readonly contentType: string;
  readonly sizeBytes: number;
  /** The address gives access to the content; empty where another one has to be asked for. */
  readonly url: string;
  readonly path: string;
  readonly status: FileStatus;
  readonly createdAt: number;
}

export interface FileRecord extends StoredFile {
  /** Empty for the user's own files. */
  readonly directory: string;
  /** 128 random bits in hex, because the name gives access to the content. */
  readonly name: string;
  /** Covers served content; lower-case hex. */
  readonly sha256: string;
  /** `clean`: an image encoded again without its metadata. */
  readonly content: 'original' | 'clean';
  readonly hasThumbnail: boolean;
  /** 0 before processing. */
  readonly processedAt: number;
}

/** Holds files that the service makes for a user, seen by nobody else; no client can name it, and they have no own address. */
export const GENERATED_DIRECTORY = '_generated';

type Located = Pick<FileRecord, 'userId' | 'directory' | 'name'>;

export function originalKey({ userId, directory, name }: Located): string {
  return directory === '' ? `users/${userId}/${name}` : `system/${directory}/${name}`;
}

export function cleanKey(file: Located): string {
  return `${originalKey(file)}.clean`;
}

export function thumbnailKey(file: Located): string {
  return `${originalKey(file)}.thumbnail`;
}

export function quarantineKey({ name }: Located): string {
  return `quarantine/${name}`;
}

export function contentKey(file: FileRecord): string {
  return file.content === 'clean' ? cleanKey(file) : originalKey(file);
}

export function allKeys(file: Located): string[] {
  return [originalKey(file), cleanKey(file), thumbnailKey(file), quarantineKey(file)];
}

export const FILE_LIMIT_BYTES = 10 * 1_048_576;

export interface FileKind {
  readonly contentType: string;
  /** Media types that the inspection may report. */
  readonly detectedTypes: readonly string[];
}

const kind = (contentType: string, ...found: string[]): FileKind => ({ contentType, detectedTypes: [contentType, ...found] });

const office = (name: string): FileKind => kind(`application/vnd.openxmlformats-officedocument.${name}`);

const JPEG = kind('image/jpeg');

/** Text is always downloaded, so its subtypes need no distinction. */
const TEXT = ['text/plain', 'application/json', 'application/xml', 'text/calendar', 'text/vcard'];

const KINDS: ReadonlyMap<string, FileKind> = new Map<string, FileKind>([
  ['jpg', JPEG],
  ['jpeg', JPEG],
  ['png', kind('image/png', 'image/apng')],
  ['gif', kind('image/gif')],
  ['webp', kind('image/webp')],
  ['heic', kind('image/heic', 'image/heif', 'image/heic-sequence')],
  ['pdf', kind('application/pdf')],
  ['doc', kind('application/msword')],
  ['docx', office('wordprocessingml.document')],
  ['xls', kind('application/vnd.ms-excel')],
  ['xlsx', office('spreadsheetml.sheet')],
  ['ppt', kind('application/vnd.ms-powerpoint')],
  ['pptx', office('presentationml.presentation')],
  ['csv', kind('text/csv', ...TEXT)],
  ['txt', kind('text/plain', ...TEXT)],
  ['json', kind('application/json')],
  ['zip', kind('application/zip')],
  ['mp3', kind('audio/mpeg')],
  ['mp4', kind('video/mp4', 'video/x-m4v')],
]);

export function kindOf(extension: string): FileKind | undefined {
  return KINDS.get(extension);
}

export function isImage({ contentType }: Pick<FileKind, 'contentType'>): boolean {
  return contentType.startsWith('image/');
}

const MAX_LENGTH = 255;

/** Executable extensions, refused anywhere in the name, because some servers run `photo.php.jpg`. */
const SCRIPTS = new Set(
  (
    'asp aspx bash bat cgi cmd cpl dll exe hta htm html jar js jsp jspx lnk mjs msi phar php php3 php4 php5 php7 php8 phtml ' +
    'pl ps1 py rb scr sh shtml svg vbs wsf xhtml'
  ).split(' '),
);

/** Control characters, and those that change the writing direction, so that `gpj.exe` is displayed as `exe.jpg`. */
// oxlint-disable-next-line no-control-regex -- they are what is looked for
const INVISIBLE = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;

/** No folders, no invisible characters, an allowed extension. */
export interface FileName {
  readonly fileName: string;
  readonly extension: string;
}

/** @throws Failure `files.name_invalid`, `files.extension_not_allowed` */
export function readFileName(given: string): FileName {
  if (!given.isWellFormed()) throw new Failure(fileFailures.name_invalid);
  const name = given
    .replace(/^.*[/\\]/s, '')
    .replace(INVISIBLE, '')
    .normalize('NFC')
    .trim();
  const [stem = '', ...endings] = name.split('.');
  const extension = endings.at(-1)?.toLowerCase() ?? '';
  if (name === '' || (stem === '' && endings.length < 2)) throw new Failure(fileFailures.name_invalid);
  if (!kindOf(extension) || endings.some((ending) => SCRIPTS.has(ending.trim().toLowerCase())))
    throw new Failure(fileFailures.extension_not_allowed);
  return { fileName: shorten(name, extension), extension };
}

function shorten(name: string, extension: string): string {
  if (name.length <= MAX_LENGTH) return name;
  const stem = name.slice(0, MAX_LENGTH - extension.length - 1);
  // Not within a surrogate pair.
  return `${stem.isWellFormed() ? stem : stem.slice(0, -1)}.${extension}`;
}

export class FileSettings {
  constructor(
    readonly quotaBytes: number,
    /** Files are served only after a virus scan. */
    readonly scansFirst: boolean,
    /** Contents are served here. */
    readonly url: string,
    readonly requiresVerifiedEmail: boolean,
  ) {}
}

export type NewFile = Pick<
  FileRecord,
  'id' | 'userId' | 'directory' | 'name' | 'fileName' | 'extension' | 'sizeBytes' | 'sha256' | 'createdAt'
>;

export interface ProcessingResult extends Pick<FileRecord, 'content' | 'hasThumbnail' | 'sizeBytes' | 'sha256' | 'processedAt'> {
  readonly status: 'active' | 'rejected';
  readonly reason: string;
}

/** Each change of a file sets the time of its next sweep. System directories have no quota. A download is an address that gives a file once. */
export abstract class Files {
  /** Adds a record and reserves its quota, in the caller's unit of work; undefined when the quota does not suffice. */
  abstract begin(file: NewFile, quotaBytes: number): Promise<FileRecord | undefined>;
  /** False when the upload was abandoned meanwhile. */
  abstract activate(id: string): Promise<boolean>;
  /** Like `activate`, for files that the service made itself and need not check. */
  abstract activateProcessed(id: string): Promise<boolean>;
  abstract find(id: string): Promise<FileRecord | undefined>;
  abstract findByName(name: string): Promise<FileRecord | undefined>;
  abstract findVisible(ids: readonly string[]): Promise<FileRecord[]>;
  /** Without generated ones unless `withGenerated`. */
  abstract list(userId: string, page: PageRequest, withGenerated?: boolean): Promise<Page<FileRecord>>;
  /** Some visible files of the user's own, generated ones too. */
  abstract listOwn(userId: string, limit: number): Promise<FileRecord[]>;
  /** Affects the user's own deleted files. */
  abstract removeNames(userId: string): Promise<void>;
  /** The files of a system directory, whoever uploaded them. */
  abstract listDirectory(directory: string, page: PageRequest): Promise<Page<FileRecord>>;
  /** In the caller's unit of work. False when the file is not active any more. */
  abstract saveResult(file: FileRecord, result: ProcessingResult): Promise<boolean>;
  /** Counts a process that the file ended, and returns how many it was with this one. */
  abstract countCrash(file: FileRecord): Promise<number>;
  /** Leaves a tombstone and frees the quota, in the caller's unit of work. False when it was deleted before. */
  abstract delete(file: FileRecord): Promise<boolean>;
  /** Removes a record that never became active and frees its quota, in the caller's unit of work. */
  abstract removeIncoming(file: FileRecord): Promise<void>;
  /** Clears the due time, unless the file changed since it was read. */
  abstract finish(file: FileRecord): Promise<void>;
  /** Files whose processing is overdue, longest first, leased to the caller for `leaseMs`. */
  abstract leaseDue(limit: number, leaseMs: number): Promise<FileRecord[]>;
  /** When the oldest unfinished file was created. */
  abstract oldestUnfinished(): Promise<number | undefined>;
  /** Replaces the earlier download of the file. */
  abstract addDownload(digest: string, download: FileDownload): Promise<void>;
  /** Undefined where it is of another session, was taken before or has expired. */
  abstract takeDownload(digest: string, sessionId: string, now: number): Promise<FileDownload | undefined>;
  /** Removes at most `limit` that have expired; returns how many. */
  abstract removeExpiredDownloads(now: number, limit: number): Promise<number>;
}

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

const MAY_DELETE_OTHERS = 'userControl.allowModify';

@Injectable()
export class DeleteFile {
  constructor(
    private readonly files: Files,
    private readonly reconcileContents: ReconcileContents,
    private readonly audit: Audit,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** @throws Failure `files.not_found`, `files.not_yours` */
  async execute(id: string, caller: Caller): Promise<void> {
    const file = await this.files.find(id);
    if (!file || file.status === 'deleted' || file.status === 'incoming') throw new Failure(fileFailures.not_found);
    const isOwn = file.userId === caller.userId;
    if (!isOwn) assertMayDelete(file, caller);
    await this.unitOfWork.run(async () => {
      if (!(await this.files.delete(file))) throw new Failure(fileFailures.not_found);
      if (!isOwn) await this.audit.record(deletionOf(file, caller));
    });
    // If the storage is unreachable, the sweep removes the content.
    await this.reconcileContents.execute({ ...file, status: 'deleted' }).catch(() => undefined);
  }
}

/** Nobody deletes another user's files that the service made. */
function assertMayDelete({ directory }: FileRecord, { grants }: Caller): void {
  if (directory === GENERATED_DIRECTORY || !grants?.has(MAY_DELETE_OTHERS)) throw new Failure(fileFailures.not_yours);
}

function deletionOf({ id, userId, fileName, sizeBytes }: FileRecord, { userId: staffId, ip }: Caller): AuditRecord {
  return { staffId, ip, action: 'core_file_delete', subject: `file:${id}`, before: { userId, fileName, sizeBytes } };
}

const PAGE_SIZE = 50;

/** A user's own files; those of system directories are the company's. */
@Injectable()
export class EraseFiles {
  constructor(
    private readonly files: Files,
    private readonly reconcileContents: ReconcileContents,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** @throws Error when the storage is unavailable; the job tries again */
  async execute(userId: string): Promise<void> {
    for (;;) {
      const page = await this.files.listOwn(userId, PAGE_SIZE);
      for (const file of page) {
        await this.unitOfWork.run(() => this.files.delete(file));
        await this.reconcileContents.execute({ ...file, status: 'deleted' });
      }
      if (page.length < PAGE_SIZE) break;
    }
    await this.files.removeNames(userId);
  }
}

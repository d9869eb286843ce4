import type { Readable } from 'node:stream';
import type { Page, PageRequest } from '../../../kernel/pagination.js';
import type { LocalFile } from '../../../kernel/storage.js';
import type { FileRecord } from '../domain/file-record.js';
import type { FileRequest } from '../domain/file-request.js';
import type { StoredFile } from '../domain/stored-file.js';
import type { Sender } from './stranger-uploads.js';

export interface NewAttachment {
  readonly fileName: string;
  /** Claimed by the client; extension and content decide. */
  readonly contentType: string;
  readonly bytes: Buffer;
}

/** Files of other contexts' records, under the rules of uploads. Call them outside of a unit of work. */
export abstract class Attachments {
  /** Stores all of the files, or none. @returns in the order given. @throws Failure of `files`, `sign_in.email_unverified` */
  abstract store(sender: Sender, files: readonly NewAttachment[]): Promise<readonly StoredFile[]>;
  abstract discard(files: readonly StoredFile[]): Promise<void>;
  /** Stores the files, calls `write`, which runs its own unit of work, and discards the files if that fails. */
  async storeFor<T>(
    sender: Sender,
    files: readonly NewAttachment[],
    write: (stored: readonly StoredFile[]) => Promise<T>,
  ): Promise<T> {
    const stored = files.length === 0 ? [] : await this.store(sender, files);
    try {
      return await write(stored);
    } catch (error) {
      await this.discard(stored);
      throw error;
    }
  }
  /** Existing ones in the order of the ids. The caller checks access. */
  abstract find(ids: readonly string[]): Promise<readonly StoredFile[]>;
}

/** Detects a file's type by its bytes. */
export abstract class ContentInspector {
  /** Media type of a local file; undefined when unknown. */
  abstract inspect(path: string): Promise<string | undefined>;
}

export interface FileDownload {
  readonly fileId: string;
  readonly userId: string;
  /** The session that asked; the address ends with it. */
  readonly sessionId: string;
  readonly expires: number;
}

/** Addresses that give a file once, by the digests of their tokens. */
export abstract class FileDownloads {
  /** Replaces the earlier one of the file. */
  abstract add(digest: string, download: FileDownload): Promise<void>;
  /** Undefined where it is of another session, was taken before or has expired. */
  abstract take(digest: string, sessionId: string, now: number): Promise<FileDownload | undefined>;
  /** Removes at most `limit` that have expired; returns how many. */
  abstract removeExpired(now: number, limit: number): Promise<number>;
}

export abstract class FileRequests<Request extends FileRequest> {
  /** False where the user has a running one. */
  abstract begin(request: Omit<Request, 'state' | 'expiresAt'>): Promise<boolean>;
  abstract find(id: string): Promise<Request | undefined>;
  abstract runningOf(userId: string): Promise<Request | undefined>;
  /** When those after a time were asked for, the oldest first; all in unix ms. */
  abstract timesSince(userId: string, since: number): Promise<number[]>;
  /** Ends a running one. @param expiresAt unix ms. @returns false where it has ended */
  abstract end(id: string, state: 'ready' | 'failed', expiresAt: number): Promise<boolean>;
  abstract expire(id: string): Promise<void>;
  abstract running(limit: number): Promise<Request[]>;
  /** Ready ones whose time is over. */
  abstract over(now: number, limit: number): Promise<Request[]>;
}

export type NewFile = Pick<
  FileRecord,
  'id' | 'userId' | 'directory' | 'name' | 'fileName' | 'extension' | 'sizeBytes' | 'sha256' | 'createdAt'
>;

export interface ProcessingResult extends Pick<FileRecord, 'content' | 'hasThumbnail' | 'sizeBytes' | 'sha256' | 'processedAt'> {
  readonly status: 'active' | 'rejected';
  readonly reason: string;
}

/** File records. Each change sets the time of the next sweep. System directories have no quota. */
export abstract class Files {
  /** Adds a record and reserves its quota, in the caller's unit of work; undefined when the quota does not suffice. */
  abstract begin(file: NewFile, quotaBytes: number): Promise<FileRecord | undefined>;
  /** False when the upload was abandoned meanwhile. */
  abstract activate(id: string): Promise<boolean>;
  /** As `activate`, for what the service made itself and need not check. */
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
}

export interface GeneratedFile {
  readonly id: string;
  readonly userId: string;
  readonly fileName: string;
  readonly extension: string;
}

/** Files that the service makes for a user: outside of the quota, and seen by nobody else. Call it outside of a unit of work. */
export abstract class GeneratedFiles {
  /** Once for an id, also where a process was killed in between. @param complete runs in the unit of work that makes the file visible */
  abstract store(file: GeneratedFile, content: LocalFile, complete: () => Promise<void>): Promise<void>;
  abstract remove(id: string): Promise<void>;
}

export interface ProcessedImage {
  readonly bytes: Buffer;
  /** WebP; undefined where none can be made. */
  readonly thumbnail: Buffer | undefined;
}

/** `ended`: it took more memory or time than a picture may, and its process with it. */
export type ImageRefusal = 'unreadable' | 'too_large' | 'ended';

export abstract class ImageProcessor {
  abstract stripMetadata(bytes: Buffer, extension: string): Promise<ProcessedImage | ImageRefusal>;
}

export interface OwnFile {
  readonly fileName: string;
  readonly contentType: string;
  readonly sizeBytes: number;
  readonly createdAt: number;
  /** Undefined where it was deleted meanwhile. */
  open(): Promise<Readable | undefined>;
}

export abstract class OwnFiles {
  /** Newest first. */
  abstract all(userId: string): AsyncIterable<OwnFile>;
}

export abstract class VirusScanner {
  /** @returns the finding, undefined for a clean file. @throws Error when the scanner is unavailable */
  abstract scan(bytes: Buffer): Promise<string | undefined>;
}

import type { Page, PageRequest } from '../../../../kernel/pagination.js';
import type { FileRecord } from '../../domain/file-record.js';

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
  /** Of the user's own files that were deleted. */
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

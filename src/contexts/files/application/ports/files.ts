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

/**
 * File records. Each change sets the time at which the sweep takes the file up if processing stops.
 * Files count towards the quota of their user, except those in a system directory.
 */
export abstract class Files {
  /**
   * Adds the record of a file about to be stored and reserves its quota, in the caller's unit of work.
   * @returns undefined when the user's `quotaBytes` do not suffice
   */
  abstract begin(file: NewFile, quotaBytes: number): Promise<FileRecord | undefined>;
  /** Marks an incoming file as stored. False when it was abandoned meanwhile. */
  abstract activate(id: string): Promise<boolean>;
  abstract find(id: string): Promise<FileRecord | undefined>;
  abstract findByName(name: string): Promise<FileRecord | undefined>;
  abstract findVisible(ids: readonly string[]): Promise<FileRecord[]>;
  abstract list(userId: string, page: PageRequest): Promise<Page<FileRecord>>;
  /** Records the result of processing an active file, in the caller's unit of work. False when it is not active any more. */
  abstract saveResult(file: FileRecord, result: ProcessingResult): Promise<boolean>;
  /** Makes the record a tombstone and frees its quota, in the caller's unit of work. False when it was deleted before. */
  abstract delete(file: FileRecord): Promise<boolean>;
  /** Removes the record of a file that never became active and frees its quota, in the caller's unit of work. */
  abstract removeIncoming(file: FileRecord): Promise<void>;
  /** Clears the due time, unless the file changed since it was read. */
  abstract finish(file: FileRecord): Promise<void>;
  /** Files that nobody went on with in time, the longest waiting first. Who asks has `leaseMs` to go on with them. */
  abstract leaseDue(limit: number, leaseMs: number): Promise<FileRecord[]>;
  /** When the oldest file was made that is still to be processed or removed, unix ms. */
  abstract oldestUnfinished(): Promise<number | undefined>;
}

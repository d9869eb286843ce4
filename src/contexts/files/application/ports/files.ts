import type { Page, PageRequest } from '../../../../kernel/pagination.js';
import type { FileRecord } from '../../domain/file-record.js';

export type NewFile = Pick<
  FileRecord,
  'id' | 'userId' | 'directory' | 'name' | 'fileName' | 'extension' | 'sizeBytes' | 'sha256' | 'createdAt'
>;

/** How the look at a file ended. */
export interface Verdict extends Pick<FileRecord, 'content' | 'hasThumbnail' | 'sizeBytes' | 'sha256' | 'processedAt'> {
  readonly status: 'active' | 'rejected';
  /** Why it was rejected; empty where it was not. */
  readonly reason: string;
}

/**
 * What is known of files. Each change says when the file is to be looked at again should nobody have gone on with it.
 * Files take room of their user, but for those that staff put into a system directory: they take nobody's.
 */
export abstract class Files {
  /**
   * Writes down a file whose bytes are about to be stored, and takes its room; in the caller's unit of work.
   * @returns undefined when less than that is left of the user's `quotaBytes`
   */
  abstract begin(file: NewFile, quotaBytes: number): Promise<FileRecord | undefined>;
  /** The bytes of an incoming file are stored. False when it was given up meanwhile. */
  abstract activate(id: string): Promise<boolean>;
  /** In any status. */
  abstract find(id: string): Promise<FileRecord | undefined>;
  abstract findByName(name: string): Promise<FileRecord | undefined>;
  /** Those of them that are shown, in the order of the ids. */
  abstract findShown(ids: readonly string[]): Promise<FileRecord[]>;
  /** A user's files that are shown, newest first. */
  abstract list(userId: string, page: PageRequest): Promise<Page<FileRecord>>;
  /** Writes down a verdict on an active file, in the caller's unit of work. False when it is not active any more. */
  abstract settle(file: FileRecord, verdict: Verdict): Promise<boolean>;
  /** Makes it a tombstone and gives its room back, in the caller's unit of work. False when it was deleted before. */
  abstract delete(file: FileRecord): Promise<boolean>;
  /** Forgets a file that never became active, and gives its room back, in the caller's unit of work. */
  abstract forget(file: FileRecord): Promise<void>;
  /** There is nothing left to do for a file as it was read. */
  abstract finish(file: FileRecord): Promise<void>;
  /** Files that nobody went on with in time, the longest waiting first. Who asks has `leaseMs` to go on with them. */
  abstract due(limit: number, leaseMs: number): Promise<FileRecord[]>;
  /** When the oldest file was made that is still to be processed or removed, unix ms. */
  abstract oldestUnfinished(): Promise<number | undefined>;
}

import type { StoredFile } from '../../domain/stored-file.js';

/** A file attached to another record, such as a support ticket. */
export interface NewAttachment {
  readonly fileName: string;
  /** As claimed by the client; extension and content decide. */
  readonly contentType: string;
  readonly bytes: Buffer;
}

/** Files that belong to records of other contexts, which store their ids. The rules of uploads apply. */
export abstract class Attachments {
  /**
   * Stores all of the files as the user's, or none. Call it outside of a unit of work, because it waits for the storage.
   * @returns in the order given
   * @throws Failure `files.name_invalid`, `files.extension_not_allowed`, `files.content_mismatch`, `files.empty`,
   * `files.too_large`, `files.quota_exceeded`
   */
  abstract store(userId: string, files: readonly NewAttachment[]): Promise<readonly StoredFile[]>;
  /** Deletes files whose record was not written. Call it outside of a unit of work. */
  abstract discard(files: readonly StoredFile[]): Promise<void>;
  /**
   * Stores the files, then calls `write`, and discards them if that fails.
   * @param write runs its own unit of work
   * @throws Failure as `keep` does, and whatever `write` throws
   */
  async storeFor<T>(
    userId: string,
    files: readonly NewAttachment[],
    write: (stored: readonly StoredFile[]) => Promise<T>,
  ): Promise<T> {
    const stored = files.length === 0 ? [] : await this.store(userId, files);
    try {
      return await write(stored);
    } catch (error) {
      await this.discard(stored);
      throw error;
    }
  }
  /** Those that still exist, in the order of the ids. The caller checks who may see them. */
  abstract find(ids: readonly string[]): Promise<readonly StoredFile[]>;
}

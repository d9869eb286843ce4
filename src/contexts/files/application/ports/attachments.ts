import type { StoredFile } from '../../domain/stored-file.js';

/** A file that came with something else, a support ticket say. */
export interface NewAttachment {
  /** As the user named it. */
  readonly fileName: string;
  /** What the client says it is; the extension decides, and the content must be of that kind. */
  readonly contentType: string;
  /** At most 10 MB. */
  readonly bytes: Buffer;
}

/** Files that belong to records of other contexts, which keep their ids. They obey the rules of uploads. */
export abstract class Attachments {
  /**
   * Keeps all of the files as the user's, or none. Call it outside of a unit of work: it waits for the storage.
   * @returns in the order given
   * @throws Failure `files.name_invalid`, `files.extension_not_allowed`, `files.content_mismatch`, `files.empty`,
   *   `files.too_large`, `files.quota_exceeded`
   */
  abstract keep(userId: string, files: readonly NewAttachment[]): Promise<readonly StoredFile[]>;
  /** Deletes files that were kept for something that did not come about. Call it outside of a unit of work. */
  abstract discard(files: readonly StoredFile[]): Promise<void>;
  /**
   * Keeps the files for what is then written; where that fails they are discarded.
   * @param write  begins and ends a unit of work itself
   * @throws Failure as `keep` does, and whatever `write` throws
   */
  async keepFor<T>(
    userId: string,
    files: readonly NewAttachment[],
    write: (kept: readonly StoredFile[]) => Promise<T>,
  ): Promise<T> {
    const kept = files.length === 0 ? [] : await this.keep(userId, files);
    try {
      return await write(kept);
    } catch (error) {
      await this.discard(kept);
      throw error;
    }
  }
  /** Those that are still there, in the order of the ids. Whoever shows them answers for who may see them. */
  abstract find(ids: readonly string[]): Promise<readonly StoredFile[]>;
}

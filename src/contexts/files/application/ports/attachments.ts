import type { StoredFile } from '../../domain/stored-file.js';
import type { Sender } from '../stranger-uploads.js';

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

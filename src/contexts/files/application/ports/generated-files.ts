import type { LocalFile } from '../../../../kernel/storage.js';

export interface GeneratedFile {
  readonly id: string;
  readonly userId: string;
  readonly fileName: string;
  readonly extension: string;
}

/** Files that the service makes for a user: outside of the quota, and seen by nobody else. Call it outside of a unit of work. */
export abstract class GeneratedFiles {
  /**
   * Once for an id, also where a process was killed in between.
   * @param complete runs in the unit of work that makes the file visible
   */
  abstract store(file: GeneratedFile, content: LocalFile, complete: () => Promise<void>): Promise<void>;
  abstract remove(id: string): Promise<void>;
}

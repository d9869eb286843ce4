import type { Page, PageRequest } from '../../../../kernel/pagination.js';
import type { Tutorial, TutorialStatus } from '../../domain/tutorial.js';

/** Tutorials. */
export abstract class Tutorials {
  abstract add(tutorial: Tutorial): Promise<void>;
  /** A tutorial of any status, removed ones too. */
  abstract find(id: string): Promise<Tutorial | undefined>;
  /** The same, locked for the rest of the caller's unit of work. */
  abstract lock(id: string): Promise<Tutorial | undefined>;
  /** Writes a locked tutorial as it is now. */
  abstract save(tutorial: Tutorial): Promise<void>;
  /** Removes it for good. */
  abstract erase(id: string): Promise<void>;
  /** Newest first, of these statuses; with these words in title or content where they are given. */
  abstract list(statuses: readonly TutorialStatus[], words: string | undefined, page: PageRequest): Promise<Page<Tutorial>>;
}

import type { Page, PageRequest } from '../../../../kernel/pagination.js';
import type { Tutorial, TutorialStatus } from '../../domain/tutorial.js';

export abstract class Tutorials {
  abstract add(tutorial: Tutorial): Promise<void>;
  /** Of any status, removed ones included. */
  abstract find(id: string): Promise<Tutorial | undefined>;
  abstract lock(id: string): Promise<Tutorial | undefined>;
  abstract save(tutorial: Tutorial): Promise<void>;
  abstract delete(id: string): Promise<void>;
  /** Newest first, of these statuses, matching the text in title or content where it is given. */
  abstract list(statuses: readonly TutorialStatus[], searchText: string | undefined, page: PageRequest): Promise<Page<Tutorial>>;
}

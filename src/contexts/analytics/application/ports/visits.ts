import type { Page, PageRequest } from '../../../../kernel/pagination.js';
import type { Visit } from '../../domain/visit.js';

export abstract class Visits {
  abstract exists(ip: string, day: string): Promise<boolean>;
  /** Writes and counts an entry in a transaction of its own; does nothing where the address has one for the day. */
  abstract add(visit: Visit): Promise<void>;
  abstract list(page: PageRequest): Promise<Page<Visit>>;
}

import type { Page, PageRequest } from '../../../../kernel/pagination.js';
import type { Visit } from '../../domain/visit.js';

/** The visitor log. */
export abstract class Visits {
  /** Whether this address has its entry of the day. */
  abstract isKnown(ip: string, day: string): Promise<boolean>;
  /** Writes an entry and counts it, both or neither; does nothing where the address has its entry of the day. Belongs to no unit of work. */
  abstract add(visit: Visit): Promise<void>;
  /** Newest first. */
  abstract list(page: PageRequest): Promise<Page<Visit>>;
}

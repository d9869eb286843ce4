import type { Page, PageRequest } from '../../../../kernel/pagination.js';
import type { AdView } from '../../domain/visit.js';

/** The ad log. */
export abstract class AdViews {
  /** Writes an entry; does nothing where this device has one for the ad and day. */
  abstract add(view: AdView): Promise<void>;
  /** Newest first. */
  abstract list(page: PageRequest): Promise<Page<AdView>>;
}

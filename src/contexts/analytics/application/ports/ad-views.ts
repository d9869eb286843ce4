import type { Page, PageRequest } from '../../../../kernel/pagination.js';
import type { AdView } from '../../domain/visit.js';

export abstract class AdViews {
  abstract add(view: AdView): Promise<void>;
  abstract list(page: PageRequest): Promise<Page<AdView>>;
}

import { Count, Day, Optional, RequestType, Text } from '../../platform/http/input.decorators.js';
import { ListInput } from '../../platform/http/list-input.js';
import { SortedBy } from '../../platform/http/list-keys.js';
import { POSTING_KEYS } from './books.presenters.js';
import { RECONCILIATION_KEYS } from './reconciliation.presenters.js';

@SortedBy(RECONCILIATION_KEYS)
export class ReconciliationFetchInput extends ListInput {
  @RequestType(['day', 'mk', 'all']) rqtp: 'day' | 'mk' | 'all';
  @Optional() @Text() rqvl?: string;
}

export class ReconciliationExplainInput {
  @Text() reqv: string;
  @Text({ pattern: /^[0-9]{13}$/, form: 'the `recorded` of the reconciliation' }) recorded: string;
  @Text({ max: 2_000 }) note: string;
}

export class BooksInput {
  @Optional() @Day() rqvl?: string;
}

@SortedBy(POSTING_KEYS)
export class AccountFetchInput extends ListInput {
  @Text({ max: 64 }) rqvl: string;
  @Optional() @Count({ min: 1, max: 100, default: 50 }) override pnum: number;
}

export class JournalFetchInput {
  @Text({ max: 64 }) rqvl: string;
}

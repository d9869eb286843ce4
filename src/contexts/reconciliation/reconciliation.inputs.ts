import { Before, Day, Optional, RequestType, Text } from '../../platform/http/input.decorators.js';
import { ListInput } from '../../platform/http/list-input.js';

export class ReconciliationFetchInput extends ListInput {
  @RequestType(['day', 'mk', 'all']) rqtp: 'day' | 'mk' | 'all';
  @Optional() @Text() rqvl?: string;
}

export class BooksInput {
  @Optional() @Day() rqvl?: string;
}

export class AccountFetchInput {
  @Text({ max: 64 }) rqvl: string;
  @Optional() @Before() page?: number;
}

export class JournalFetchInput {
  @Text({ max: 64 }) rqvl: string;
}

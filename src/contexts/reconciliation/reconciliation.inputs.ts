import { Before, Day, Optional, RequestType, Text } from '../../platform/http/input.decorators.js';

export class ReconciliationFetchInput {
  @RequestType(['day', 'mk', 'all']) rqtp: 'day' | 'mk' | 'all';
  @Optional() @Text() rqvl?: string;
  @Optional() @Before() page?: number;
}

export class BooksInput {
  @Optional() @Day() rqvl?: string;
}

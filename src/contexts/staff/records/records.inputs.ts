import { Before, Optional, RequestType, Text } from '../../../platform/http/input.decorators.js';

export class SearchInput {
  @Text({ min: 2, max: 100 }) rqvl: string;
}

export class JobFetchInput {
  @RequestType(['exhausted', 'failing', 'mk']) rqtp: 'exhausted' | 'failing' | 'mk';
  @Optional() @Text() rqvl?: string;
  @Optional() @Before() page?: number;
}

export class JobRetryInput {
  @Text() reqv: string;
}

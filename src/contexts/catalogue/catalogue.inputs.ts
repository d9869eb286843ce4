import { Optional, RequestType, Text } from '../../platform/http/input.decorators.js';

export class BillerFetchInput {
  @RequestType(['transaction', 'owner', 'mk', 'all']) rqtp: 'transaction' | 'owner' | 'mk' | 'all';
  @Optional() @Text() rqvl?: string;
}

export class ItemFetchInput {
  @RequestType(['code', 'owner', 'mk', 'all']) rqtp: 'code' | 'owner' | 'mk' | 'all';
  @Optional() @Text() rqvl?: string;
}

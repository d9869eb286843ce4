import { Before, Optional, RequestType, Text } from '../../platform/http/input.decorators.js';

export class WalletHistoryInput {
  @RequestType(['transaction', 'owner', 'mk', 'all']) rqtp: 'transaction' | 'owner' | 'mk' | 'all';
  @Optional() @Text() rqvl?: string;
  @Optional() @Before() page?: number;
}

export class WalletActivityInput {
  @Optional() @Before() page?: number;
}

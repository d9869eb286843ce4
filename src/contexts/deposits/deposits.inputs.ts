import type { Kobo } from '../../kernel/money.js';
import { Amount, Before, Optional, RequestType, Text } from '../../platform/http/input.decorators.js';
import { ListInput } from '../../platform/http/list-input.js';

export class CreateDepositOrderInput {
  @Amount() amount: Kobo;
}

export class UserDepositsInput extends ListInput {
  @Optional() @RequestType(['user', 'status', 'mk', 'all']) rqtp?: 'user' | 'status' | 'mk' | 'all';
  @Optional() @Text() rqvl?: string;
}

export class DepositOrderFetchInput {
  @RequestType(['user', 'status', 'mk', 'all']) rqtp: 'user' | 'status' | 'mk' | 'all';
  @Optional() @Text() rqvl?: string;
  /** Exclusive. */
  @Optional() @Before() page?: number;
}

import type { Kobo } from '../../kernel/money.js';
import { Amount, Before, Optional, RequestType, Text } from '../../platform/http/input.decorators.js';
import { ListInput } from '../../platform/http/list-input.js';
import { SortedBy } from '../../platform/http/list-keys.js';
import { ORDER_KEYS } from './deposits.presenters.js';

export class CreateDepositOrderInput {
  @Amount() amount: Kobo;
}

@SortedBy(ORDER_KEYS)
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

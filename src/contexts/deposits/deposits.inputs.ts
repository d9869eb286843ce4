import type { Kobo } from '../../kernel/money.js';
import { Amount, Before, Optional, RequestType, Text } from '../../platform/http/input.decorators.js';

export class CreateDepositOrderInput {
  @Amount() amount: Kobo;
}

export class UserDepositsInput {
  @Optional() @RequestType(['user', 'status', 'mk', 'all']) rqtp?: 'user' | 'status' | 'mk' | 'all';
  @Optional() @Text() rqvl?: string;
  /** Exclusive. */
  @Optional() @Before() page?: number;
}

export class DepositOrderFetchInput {
  @RequestType(['user', 'status', 'mk', 'all']) rqtp: 'user' | 'status' | 'mk' | 'all';
  @Optional() @Text() rqvl?: string;
  /** Exclusive. */
  @Optional() @Before() page?: number;
}

import type { Page, PageRequest } from '../../kernel/pagination.js';
import type { Payout, PayoutStatus } from './payouts.js';
import type { OrderAttempts } from '../attempts/index.js';

export interface PayoutRecord extends OrderAttempts {
  readonly payout: Payout;
}

/** All conditions hold. */
export interface PayoutFilter {
  readonly id?: string;
  readonly userId?: string;
  readonly account?: string;
  /** Ours or the provider's of any attempt, or the rail's. */
  readonly reference?: string;
  readonly status?: PayoutStatus;
  /** Pending, and nobody asks any more. */
  readonly isUndecided?: true;
}

export abstract class PayoutRecords {
  abstract list(filter: PayoutFilter, page: PageRequest): Promise<Page<PayoutRecord>>;
}

import { Before, Choice, Count, Day, Flag, Optional, RequestType, Text } from '../../../platform/http/input.decorators.js';
import { ListInput } from '../../../platform/http/list-input.js';
import { SortedBy } from '../../../platform/http/list-keys.js';
import type { PayoutFilter } from '../../payouts/index.js';
import type { PurchaseFilter } from '../../purchases/index.js';
import type { SuspenseFilter } from '../../deposits/index.js';
import { PAYOUT_KEYS, PURCHASE_KEYS, SUSPENSE_KEYS } from './desk.presenters.js';

const PURCHASE_REQUESTS = ['undecided', 'failed', 'pending', 'reversed', 'mk', 'user', 'customer', 'reference', 'all'] as const;

@SortedBy(PURCHASE_KEYS)
export class PurchaseFetchInput extends ListInput {
  @RequestType(PURCHASE_REQUESTS) rqtp: (typeof PURCHASE_REQUESTS)[number];
  @Optional() @Text() rqvl?: string;
  @Optional() @Flag() reveal?: boolean;

  get filter(): PurchaseFilter {
    const value = this.rqvl ?? '';
    switch (this.rqtp) {
      case 'undecided':
        return { isUndecided: true };
      case 'failed':
      case 'pending':
      case 'reversed':
        return { status: this.rqtp };
      case 'mk':
        return { id: value };
      case 'user':
        return { userId: value };
      case 'customer':
        return { customerId: value };
      case 'reference':
        return { reference: value };
      case 'all':
        return {};
    }
  }
}

const PAYOUT_REQUESTS = ['undecided', 'failed', 'pending', 'returned', 'mk', 'user', 'account', 'reference', 'all'] as const;

@SortedBy(PAYOUT_KEYS)
export class PayoutDeskInput extends ListInput {
  @RequestType(PAYOUT_REQUESTS) rqtp: (typeof PAYOUT_REQUESTS)[number];
  @Optional() @Text() rqvl?: string;

  get filter(): PayoutFilter {
    const value = this.rqvl ?? '';
    switch (this.rqtp) {
      case 'undecided':
        return { isUndecided: true };
      case 'failed':
      case 'pending':
        return { status: this.rqtp };
      case 'returned':
        return { status: 'reversed' };
      case 'mk':
        return { id: value };
      case 'user':
        return { userId: value };
      case 'account':
        return { account: value };
      case 'reference':
        return { reference: value };
      case 'all':
        return {};
    }
  }
}

export class PurchaseRequeryInput {
  @Text() reqv: string;
}

@SortedBy(SUSPENSE_KEYS)
export class SuspenseFetchInput extends ListInput {
  @RequestType(['open', 'settled', 'mk', 'all']) rqtp: 'open' | 'settled' | 'mk' | 'all';
  @Optional() @Text() rqvl?: string;

  get filter(): SuspenseFilter {
    if (this.rqtp === 'all') return {};
    return this.rqtp === 'mk' ? { id: this.rqvl ?? '' } : { isOpen: this.rqtp === 'open' };
  }
}

/** Its answer is a plain list, which has no place for totals and goes on by the time of its last entry. */
export class WalletHistoryOfUserInput {
  @Text() uxid: string;
  @Optional() @Before() page?: number;
  @Optional() @Day() from?: string;
  @Optional() @Day() to?: string;
  @Optional() @Count({ min: 1, max: 100, default: 15 }) pnum: number;
  @Optional() @Choice(['json', 'csv'], { default: 'json' }) format: 'json' | 'csv';
}

export class BalanceOfUserInput {
  @Text() uxid: string;
}

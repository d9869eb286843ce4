import { Before, Flag, Optional, RequestType, Text } from '../../../platform/http/input.decorators.js';
import { ListInput } from '../../../platform/http/list-input.js';
import type { PayoutFilter } from '../../payouts/index.js';
import type { PurchaseFilter } from '../../purchases/index.js';
import type { SuspenseFilter } from '../../deposits/index.js';

const PURCHASE_REQUESTS = ['undecided', 'failed', 'pending', 'reversed', 'mk', 'user', 'customer', 'reference', 'all'] as const;

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

export class SuspenseFetchInput extends ListInput {
  @RequestType(['open', 'settled', 'mk', 'all']) rqtp: 'open' | 'settled' | 'mk' | 'all';
  @Optional() @Text() rqvl?: string;

  get filter(): SuspenseFilter {
    if (this.rqtp === 'all') return {};
    return this.rqtp === 'mk' ? { id: this.rqvl ?? '' } : { isOpen: this.rqtp === 'open' };
  }
}

export class WalletHistoryOfUserInput {
  @Text() uxid: string;
  @Optional() @Before() page?: number;
}

export class BalanceOfUserInput {
  @Text() uxid: string;
}

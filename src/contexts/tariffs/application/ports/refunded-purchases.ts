import type { Kobo } from '../../../../kernel/money.js';

/** Implemented by billing. */
export abstract class RefundedPurchasesSource {
  /** What purchases since each time cost that have been refunded; the earliest time first. */
  abstract since(userId: string, times: readonly number[]): Promise<Kobo[]>;
}

/** The source registers at start, because billing imports this context. */
export class RefundedPurchases {
  private source: RefundedPurchasesSource | undefined;

  register(source: RefundedPurchasesSource): void {
    this.source = source;
  }

  since(userId: string, times: readonly number[]): Promise<Kobo[]> {
    if (!this.source) throw new Error('no source of refunded purchases is registered');
    return this.source.since(userId, times);
  }
}

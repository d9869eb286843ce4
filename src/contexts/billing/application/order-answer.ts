import type { PurchaseStatus } from '../domain/purchase.js';

/** What a purchase is answered; stored with the request, so it is in the words of the wire. */
export interface OrderAnswer {
  readonly orderId: string;
  readonly COMMENT: string;
}

const COMMENTS: Readonly<Record<PurchaseStatus, string>> = {
  pending: 'Your purchase is being processed',
  completed: 'Your purchase was successful',
  failed: 'Your purchase could not be completed and your money was returned',
  reversed: 'Your purchase was reversed and your money was returned',
};

export function orderAnswer({ id, status }: { id: string; status: PurchaseStatus }): OrderAnswer {
  return { orderId: id, COMMENT: COMMENTS[status] };
}

import { plainName } from '../../../kernel/name-words.js';

export const PAYEE_KINDS = ['bank', 'user', 'customer'] as const;
export type PayeeKind = (typeof PAYEE_KINDS)[number];

/** More are refused. */
export const MOST_PAYEES = 200;

/** Whom a user pays again: an account at a bank, another user, or a meter, card or phone at a biller. Unknown texts are empty. */
export interface Payee {
  readonly id: string;
  readonly userId: string;
  readonly kind: PayeeKind;
  /** What the user calls it. */
  readonly label: string;
  /** At the bank, of the other user, or of what is bought for the customer. */
  readonly name: string;
  readonly bankCode: string;
  readonly account: string;
  readonly receiverId: string;
  readonly email: string;
  readonly billerId: string;
  readonly itemId: string;
  readonly customerId: string;
  /** The name that the bank tells now, until the user confirms it; nothing is paid before. */
  readonly changedName: string;
  readonly used: number;
  /** Unix ms; at first when it was saved. */
  readonly usedAt: number;
  readonly createdAt: number;
}

/** Whom or what a payee of its kind leads to. */
export type Paid =
  | ({ readonly kind: 'bank' } & Pick<Payee, 'bankCode' | 'account'>)
  | ({ readonly kind: 'user' } & Pick<Payee, 'receiverId'>)
  | ({ readonly kind: 'customer' } & Pick<Payee, 'billerId' | 'itemId' | 'customerId'>);

/** A user saves it once. */
export function identityOf(paid: Paid): string {
  switch (paid.kind) {
    case 'bank':
      return `bank ${paid.bankCode} ${paid.account}`;
    case 'user':
      return `user ${paid.receiverId}`;
    case 'customer':
      return `customer ${paid.billerId} ${paid.itemId} ${paid.customerId}`;
  }
}

/** By a part of the label or the name. */
export function isCalled({ label, name }: Payee, words: string): boolean {
  const wanted = plainName(words);
  return plainName(label).includes(wanted) || plainName(name).includes(wanted);
}

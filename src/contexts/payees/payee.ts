import { plainName } from '../../kernel/person-name.js';
import { failures } from '../../kernel/failure.js';

export const PAYEE_KINDS = ['bank', 'user', 'customer'] as const;

export type PayeeKind = (typeof PAYEE_KINDS)[number];

/** More are refused. */
export const MOST_PAYEES = 200;

/** Whom a user pays again: an account at a bank, another user, or a meter, card or phone at a biller. Unknown texts are empty. */
export interface Payee {
  readonly id: string;
  readonly userId: string;
  readonly kind: PayeeKind;
  /** The user's name for it. */
  readonly label: string;
  /** Name at the bank, of the other user, or of the customer. */
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

/** Target of a payee of its kind. */
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

/** Matches a part of the label or the name. */
export function isCalled({ label, name }: Payee, words: string): boolean {
  const wanted = plainName(words);
  return plainName(label).includes(wanted) || plainName(name).includes(wanted);
}

export const payeesFailures = failures('payees', {
  no_data: ['not_found', 'No data matching your query was found'],
  no_payee: ['not_found', 'There is no such payee'],
  untrusted: ['conflict', 'This saved payee cannot be used any more. Please save it again'],
  exists: ['conflict', 'You have saved this payee already'],
  too_many: ['refused', 'You have saved 200 payees, which is as many as there can be: remove one first'],
  recipient_not_found: ['not_found', 'Recipient not found'],
  to_yourself: ['invalid', 'You cannot save yourself'],
  test_account: ['forbidden', 'Test accounts and real accounts cannot pay each other'],
  unknown_item: ['not_found', 'This is not sold by the biller'],
  incomplete: [
    'invalid',
    'A bank payee has code and account, a user email, a customer billerId, itemId and customerId, and nothing else',
  ],
  not_a_bank: ['invalid', 'This payee is no account at a bank'],
  name_changed: ['conflict', 'The bank tells another name of this account now: confirm it before you pay'],
  other_name: ['invalid', 'This is not the name that the bank tells now'],
  nothing_to_change: ['invalid', 'Nothing to change was given'],
});

export interface PayeeUse {
  readonly userId: string;
  readonly identity: string;
  /** Unix ms. */
  readonly at: number;
}

export interface UsedPayee extends Omit<PayeeUse, 'identity'> {
  readonly id: string;
}

export abstract class SavedPayees {
  /** In a unit of work. @throws Failure `payees.exists`, `payees.too_many` */
  abstract add(payee: Payee): Promise<void>;
  /** @throws Failure `payees.untrusted` where somebody changed it in the database, until it is saved anew */
  abstract find(userId: string, id: string): Promise<Payee | undefined>;
  /** At most 200 that nobody changed in the database; those used last come first. */
  abstract all(userId: string): Promise<Payee[]>;
  /** The payees of these users with these targets, once for each use. */
  abstract among(uses: readonly PayeeUse[]): Promise<UsedPayee[]>;
  abstract change(userId: string, id: string, changes: Partial<Pick<Payee, 'label' | 'name' | 'changedName'>>): Promise<void>;
  /** @param at unix ms, now where it is left out; an earlier use is counted and stays behind a later one */
  abstract count(userId: string, id: string, at?: number): Promise<void>;
  /** False where there is none. */
  abstract remove(userId: string, id: string): Promise<boolean>;
  /** In a unit of work. True for the first payment. */
  abstract addPaid(userId: string, bankCode: string, account: string): Promise<boolean>;
  /** Whether one of the others paid to an account that this user paid to. */
  abstract sharedPaid(userId: string, others: readonly string[]): Promise<boolean>;
}

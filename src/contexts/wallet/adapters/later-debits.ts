import { type Debit, SPENDING_KINDS, type SpendingLimit } from '../domain/spending-limit.js';

/** Condition on `posting`. */
export const SPENDING_DEBITS = `amount_kobo < 0 AND kind IN (${SPENDING_KINDS.map((kind) => `'${kind}'`).join()})`;

export interface DebitRecord {
  readonly recorded: number;
  readonly amount_kobo: number;
}

/** The debits after those that a limit counts; the parameters are its `valuesOf`. */
export function laterDebitsSql(account: string, recorded: string, seq: string): string {
  return `SELECT recorded, amount_kobo FROM posting WHERE account_id = ${account} AND recorded >= ${recorded} AND seq > ${seq} AND ${SPENDING_DEBITS}`;
}

export function valuesOf({ account, postedAt, seq }: SpendingLimit): [string, number, number] {
  return [account, postedAt, seq];
}

export function debitOf({ recorded, amount_kobo: amountKobo }: DebitRecord): Debit {
  return { postedAt: recorded, amountKobo: -amountKobo };
}

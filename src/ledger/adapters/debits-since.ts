import { type Debit, RECEIVING_KINDS, SPENDING_KINDS, type SpendingLimit } from '../domain/spending-limit.js';

const OF_SPENDING = `kind IN (${listed(SPENDING_KINDS)})`;
/** Condition on `posting`. */
export const SPENDING_DEBITS = `amount_kobo < 0 AND ${OF_SPENDING}`;
/** Condition on `posting`. */
export const RECEIVED_CREDITS = `amount_kobo > 0 AND kind IN (${listed(RECEIVING_KINDS)})`;
/** Condition on `ledger_hold`: what went back to its payer. */
export const GIVEN_BACK = `state IN ('voided', 'reversed') AND ${OF_SPENDING}`;

export interface DebitRecord {
  readonly recorded: number;
  readonly amount_kobo: number;
}

/** The debits and credits after those that a limit counts; the parameters are its `valuesOf`. */
export function debitsSinceSql(account: string, recorded: string, seq: string): string {
  return `SELECT recorded, amount_kobo FROM posting WHERE account_id = ${account} AND recorded >= ${recorded} AND seq > ${seq} AND ((${SPENDING_DEBITS}) OR (${RECEIVED_CREDITS}))`;
}

export function valuesOf({ account, postedAt, seq }: SpendingLimit): [string, number, number] {
  return [account, postedAt, seq];
}

export function debitOf({ recorded, amount_kobo: amountKobo }: DebitRecord): Debit {
  return { postedAt: recorded, amountKobo: Math.abs(amountKobo), isCredit: amountKobo > 0 };
}

function listed(kinds: readonly string[]): string {
  return kinds.map((kind) => `'${kind}'`).join();
}

import { Injectable } from '@nestjs/common';
import { Contributes } from '../../kernel/registry.js';
import { tableOf } from '../../platform/database/table.js';
import {
  DUTIES_ACCOUNT,
  FEES_ACCOUNT,
  type Hold,
  HoldProjection,
  isCostsAccount,
  isForTerms,
  keptCosts,
  sharesOf,
  VAT_ACCOUNT,
  type WrongColumn,
  wrongCharges,
} from '../../ledger/index.js';
import { orderTerms, type PayoutStatus } from './payouts.js';
import { PayoutRow } from './payouts.rows.js';

const PAYOUT = tableOf(PayoutRow);
const SHOWN = [
  ...(['id', 'userId', 'amountKobo', 'chargedKobo', 'charges', 'status'] as const),
  ...(['reference', 'bankCode', 'account', 'name', 'costKobo'] as const),
] as const;
/** Accounts that a charge may be posted to. */
const CHARGED = [FEES_ACCOUNT, VAT_ACCOUNT, DUTIES_ACCOUNT];
const STATUS_OF: Readonly<Record<Hold['state'], PayoutStatus>> = {
  held: 'pending',
  submitted: 'pending',
  posted: 'completed',
  voided: 'failed',
  reversed: 'reversed',
};

type ShownPayout = Pick<PayoutRow, (typeof SHOWN)[number]>;

/** Payouts repeat their holds and ends. */
@Injectable()
@Contributes(HoldProjection)
export class PayoutProjection extends HoldProjection<ShownPayout> {
  readonly kind = 'payout';
  readonly source = {
    table: PAYOUT.name,
    columns: Object.fromEntries(SHOWN.map((property) => [property, PAYOUT.columns(property)[0]!])),
    order: ['id'],
  };

  idOf({ id }: ShownPayout): string {
    return id;
  }

  wrongColumns(row: ShownPayout, hold: Hold): WrongColumn[] {
    const { userId, amountKobo, chargedKobo, charges, status, reference, bankCode, account, costKobo } = row;
    const differs = (column: string, expected: string | number, found: string | number) =>
      expected === found ? [] : [{ column, expected, found }];
    const wrong = wrongChargesOf(charges, hold);
    return [
      ...differs('user_id', hold.payer, userId),
      ...differs('amount_kobo', hold.heldKobo - chargedKobo, amountKobo),
      ...(wrong ? [{ column: 'charges', ...wrong }] : []),
      ...(isForTerms(hold, orderTerms(row))
        ? []
        : differs('reference', 'what was held for', `${reference}, ${bankCode}, ${account}`)),
      ...differs('cost_kobo', costsIn(hold), costKobo),
      ...differs('status', STATUS_OF[hold.state], status),
    ];
  }
}

/** The provider's charge, or the part that it kept after a return. */
function costsIn(hold: Hold): number {
  const shares = hold.state === 'reversed' ? (keptCosts(hold) ?? []) : sharesOf(hold);
  return shares.reduce((sum, { account, amountKobo }) => (isCostsAccount(account) ? sum - amountKobo : sum), 0);
}

/** Undefined also if their postings are not in the row of the hold any more. */
function wrongChargesOf(charges: string | null, hold: Hold): ReturnType<typeof wrongCharges> {
  if (keptCosts(hold)) return undefined;
  const shares = sharesOf(hold);
  const shareOf = (of: string) => shares.find(({ account }) => account === of)?.amountKobo ?? 0;
  return wrongCharges(
    charges,
    CHARGED.map((account) => [account, shareOf(account)] as const),
  );
}

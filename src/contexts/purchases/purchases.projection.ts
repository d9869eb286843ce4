import { Injectable } from '@nestjs/common';
import { Contributes } from '../../kernel/registry.js';
import { tableOf } from '../../platform/database/table.js';
import {
  DUTIES_ACCOUNT,
  FEES_ACCOUNT,
  type Hold,
  HoldProjection,
  isForTerms,
  sharesOf,
  VAT_ACCOUNT,
  type WrongColumn,
  wrongCharges,
} from '../../ledger/index.js';
import { orderTerms, type PurchaseStatus } from './purchases.js';
import { PurchaseRow } from './purchases.rows.js';

const PURCHASE = tableOf(PurchaseRow);
const SHOWN = ['id', 'userId', 'amountKobo', 'charges', 'commissionKobo', 'status', 'reference', 'itemId', 'customerId'] as const;
const STATUS_OF: Readonly<Record<Hold['state'], PurchaseStatus>> = {
  held: 'pending',
  submitted: 'pending',
  posted: 'completed',
  voided: 'failed',
  reversed: 'reversed',
};

type ShownPurchase = Pick<PurchaseRow, (typeof SHOWN)[number]>;

/** Purchases repeat their holds and ends. */
@Injectable()
@Contributes(HoldProjection)
export class PurchaseProjection extends HoldProjection<ShownPurchase> {
  readonly kind = 'purchase';
  readonly source = {
    table: PURCHASE.name,
    columns: Object.fromEntries(SHOWN.map((property) => [property, PURCHASE.columns(property)[0]!])),
    order: ['id'],
  };

  idOf({ id }: ShownPurchase): string {
    return id;
  }

  wrongColumns(row: ShownPurchase, hold: Hold): WrongColumn[] {
    const { userId, amountKobo, charges, commissionKobo, status, reference, itemId } = row;
    const differs = (column: string, expected: string | number, found: string | number) =>
      expected === found ? [] : [{ column, expected, found }];
    const shares = sharesOf(hold);
    const shareOf = (of: string) => shares.find(({ account }) => account === of)?.amountKobo ?? 0;
    // Fees and the commission are posted to one account.
    const charged = [
      [FEES_ACCOUNT, shareOf(FEES_ACCOUNT) - commissionKobo],
      [VAT_ACCOUNT, shareOf(VAT_ACCOUNT)],
      [DUTIES_ACCOUNT, shareOf(DUTIES_ACCOUNT)],
    ] as const;
    const wrong = wrongCharges(charges, charged);
    return [
      ...differs('user_id', hold.payer, userId),
      ...differs(
        'amount_kobo',
        charged.reduce((rest, [, kobo]) => rest - kobo, hold.heldKobo),
        amountKobo,
      ),
      ...(wrong ? [{ column: 'charges', ...wrong }] : []),
      ...(isForTerms(hold, orderTerms(row)) ? [] : differs('reference', 'what was held for', `${reference}, ${itemId}`)),
      ...differs('status', STATUS_OF[hold.state], status),
    ];
  }
}

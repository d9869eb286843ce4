import type { Action } from '@harmattan/client';

interface Abilities {
  /** The parameter that says how many entries a page has; none where the service decides it. */
  readonly size?: 'pnum' | 'limit';
  /** Narrowed by `from` and `to`, days in Lagos. */
  readonly byDays: boolean;
  /** A CSV file with `format=csv`. */
  readonly asFile: boolean;
  /** Its totals are shown. */
  readonly counted?: Counted;
}

/** How the totals of a list are put into words. */
export interface Counted {
  readonly one: string;
  readonly several: string;
  /** What each sum is of, by its name on the wire. */
  readonly sums?: Readonly<Record<string, string>>;
  /** Rows that came to nothing are summed with the others. */
  readonly ofEveryState?: true;
}

const WHOLE: Abilities = { size: 'pnum', byDays: true, asFile: true };
const counted = (one: string, how: Pick<Counted, 'sums' | 'ofEveryState'> = {}): Abilities => ({
  ...WHOLE,
  counted: { one, several: `${one}s`, ...how },
});
const PURCHASES = counted('purchase', { sums: { tx_amount: 'asked', total: 'with charges' }, ofEveryState: true });
const SIZED: Abilities = { size: 'pnum', byDays: false, asFile: false };

/** What the service does with a list, beside paging it. */
const LISTS: Partial<Record<Action, Abilities>> = {
  control_user_data_list: counted('user', { sums: { balance: 'in wallets' } }),
  control_purchase_fetch: PURCHASES,
  control_payout_fetch: counted('payout', { sums: { amount: 'asked', total: 'with charges' }, ofEveryState: true }),
  control_user_wallet_deposit: counted('deposit', { sums: { ax_amount: 'ordered', ax_received: 'received and not taken back' } }),
  control_suspense_fetch: counted('payment'),
  control_proposal_fetch: counted('proposal'),
  // Beside the reconciliations, whose days the address has.
  control_settlement_fetch: { ...counted('settlement'), byDays: false },
  control_reconciliation_fetch: counted('reconciliation', { sums: { difference: 'of net differences, day by day' } }),
  control_audit_fetch: WHOLE,
  control_user_audit_fetch: { byDays: true, asFile: false },
  control_staff_members_fetch: WHOLE,
  other_system_log_fetch: WHOLE,
  control_support_ticket_fetch: { ...WHOLE, size: 'limit' },
  // Its times are to the minute.
  control_webhook_fetch: { ...WHOLE, byDays: false },
  control_user_wallet_transfer: counted('transfer'),
  control_user_trade_history: PURCHASES,
  control_account_fetch: counted('posting', { sums: { amount: 'net' } }),
  control_user_wallet_history: WHOLE,
  control_user_login_history: WHOLE,
  control_staff_login_history: WHOLE,
  control_user_notice_history: WHOLE,
  control_user_trade_feedback: WHOLE,
  other_visitor_log_fetch: WHOLE,
  control_budget_fetch: WHOLE,
  control_support_faq_ratings: WHOLE,
  // Days of a statement are those of its lines.
  control_statement_fetch: { ...WHOLE, byDays: false },
  ads_log_fetch: SIZED,
};
/** As many as a screen of 1280 by 800 shows. */
const ROWS = 25;

export function abilitiesOf(action: Action): Partial<Abilities> {
  return LISTS[action] ?? {};
}

/** Parameters of the size and the days of a list. */
export function narrowed(
  { size, byDays = false }: Partial<Abilities>,
  { from, to }: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string | number>> {
  const days = byDays ? { ...(from ? { from } : {}), ...(to ? { to } : {}) } : {};
  return { ...days, ...(size ? { [size]: ROWS } : {}) };
}

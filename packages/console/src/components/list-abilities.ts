import type { Action } from '@harmattan/client';

interface Abilities {
  /** The parameter that says how many entries a page has. */
  readonly size: 'pnum' | 'limit';
  /** Narrowed by `from` and `to`, days in Lagos. */
  readonly byDays: boolean;
  /** A CSV file with `format=csv`. */
  readonly asFile: boolean;
}

const WHOLE: Abilities = { size: 'pnum', byDays: true, asFile: true };
const SIZED: Abilities = { size: 'pnum', byDays: false, asFile: false };

/** What the service does with a list, beside paging it. */
const LISTS: Partial<Record<Action, Abilities>> = {
  control_user_data_list: WHOLE,
  control_purchase_fetch: WHOLE,
  control_payout_fetch: WHOLE,
  control_user_wallet_deposit: WHOLE,
  control_suspense_fetch: WHOLE,
  control_proposal_fetch: WHOLE,
  // Beside the reconciliations, whose days the address has.
  control_settlement_fetch: { ...WHOLE, byDays: false },
  control_reconciliation_fetch: WHOLE,
  control_audit_fetch: WHOLE,
  control_staff_members_fetch: WHOLE,
  other_system_log_fetch: WHOLE,
  control_support_ticket_fetch: { ...WHOLE, size: 'limit' },
  // Its times are to the minute.
  control_webhook_fetch: { ...WHOLE, byDays: false },
  control_user_trade_feedback: SIZED,
  other_visitor_log_fetch: SIZED,
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

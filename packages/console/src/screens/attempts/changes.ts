/** Reads that are answered otherwise once the outcome of a purchase or payout is known or proposed. */
export const CHANGES_OF_ATTEMPTS = [
  'control_purchase_fetch',
  'control_payout_fetch',
  'control_work_queue',
  'control_proposal_fetch',
  'control_timeline_fetch',
  'control_name_fetch',
] as const;

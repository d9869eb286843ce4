import type { Kobo } from '../../kernel/money.js';
import type { AccountId } from './account.js';

/** A part of held money, and the account that it belongs to once the hold is posted. */
export interface Share {
  readonly account: AccountId;
  readonly amountKobo: Kobo;
}

/** At most what was posted. */
export interface KeptCosts {
  /** Who took them. */
  readonly by: AccountId;
  readonly costs: Share;
}

/** A provider is about to be told of the hold of a subject: exactly what `terms` says. `isAgain`: under a reference that it was told before. */
export interface Submission {
  readonly subject: string;
  readonly terms: string;
  readonly isAgain?: boolean;
}

type Notes = Readonly<Record<AccountId, string>>;

/** How what is left of the hold of the journal's subject moves; the amounts are the ledger's. */
export type HoldEnding =
  /**
   * `toKobo`: what `to` is owed where that is known only now; the first share takes the difference. `costs`: what `to` takes for its
   * work beside what was held, from an account of costs.
   */
  | { readonly as: 'post'; readonly to: AccountId; readonly toKobo?: Kobo; readonly costs?: Share; readonly notes: Notes }
  /** All of it to the payer. */
  | { readonly as: 'void'; readonly notes: Notes }
  /** All of it to the payer after it was posted, and the costs back from who took them, but for what it keeps of them. */
  | { readonly as: 'reverse'; readonly kept?: KeptCosts; readonly notes: Notes }
  /** `instead`: the terms of the provider before, so that nothing but who carries it out changes. */
  | {
      readonly as: 'hand on';
      readonly to: AccountId;
      readonly shares: readonly Share[];
      readonly terms: string;
      readonly instead: string;
      readonly notes: Notes;
    };

export const ENDING_KINDS = {
  post: 'settlement',
  void: 'refund',
  reverse: 'return',
  'hand on': 'handover',
} as const satisfies Record<HoldEnding['as'], string>;

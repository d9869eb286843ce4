import type { Kobo } from '../../kernel/money.js';
import type { AccountId } from './account.js';

/** A part of held money, and the account that it belongs to once the hold is posted. */
export interface Share {
  readonly account: AccountId;
  readonly amountKobo: Kobo;
}

/** What a provider takes for its work, from an account of costs: the total, and not the difference. */
export interface TakenCosts extends Share {
  readonly by: AccountId;
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
  | { readonly as: 'void'; readonly costs?: TakenCosts; readonly notes: Notes }
  /** All of it to the payer after it was posted. Costs stay as they were posted where no amount is known. */
  | {
      readonly as: 'reverse';
      readonly costs?: Omit<TakenCosts, 'amountKobo'> & { readonly amountKobo: Kobo | undefined };
      readonly notes: Notes;
    }
  /** Costs that were told, or told again, after the end. */
  | { readonly as: 'costs'; readonly costs: TakenCosts; readonly notes: Notes }
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
  costs: 'payout_cost',
} as const satisfies Record<HoldEnding['as'], string>;

import type { HoldState } from '../domain/hold.js';

export interface AccountRecord {
  readonly id: string;
  readonly balance_kobo: number;
  readonly seq: number;
  /** `<seq>:<balance>` of the last posting in the table. */
  readonly posted: string | null;
  /** `<version>:<text>`; null where nothing was ever blocked. */
  readonly blocks: string | null;
}

export interface BatchRecord {
  readonly batch_no: number;
  readonly hash: string;
  readonly key_id: string;
}

export interface JournalRecord {
  readonly batch_no: number;
  readonly id: string;
  readonly kind: string;
  readonly subject: string;
  readonly recorded: number;
  readonly request: string;
}

export interface PostingRecord {
  readonly batch_no: number;
  readonly journal_id: string;
  readonly account_id: string;
  readonly seq: number;
  readonly amount_kobo: number;
  readonly balance_kobo: number;
  readonly note: string;
}

export interface HeadRecord {
  readonly batch_no: number;
  readonly hash: string;
  readonly recorded: number;
  readonly blocks_no?: number;
}

export interface HoldRecord {
  readonly subject: string;
  readonly kind: string;
  readonly account_id: string;
  readonly payer: string;
  readonly held_kobo: number;
  readonly left_kobo: number;
  readonly state: HoldState;
  readonly shares: string;
  readonly terms: string;
  readonly version: number;
  readonly recorded: number;
  readonly key_id: string;
  readonly seal: string;
}

export interface RequestRecord {
  readonly scope: string;
  readonly action: string;
  readonly request_key: string;
  readonly digest: string;
  readonly state: 'pending' | 'answered' | 'refused' | 'forgotten';
  readonly answer: string | null;
  readonly subject: string | null;
  readonly journal_id: string | null;
  readonly writer: string;
  readonly recorded: number;
}

import { formatNaira, kobo } from '../../kernel/money.js';
import type { TimelineEntry } from '../../kernel/records.js';
import type { PostedEntry } from './ports.js';
import type { JournalKind } from '../domain/journal.js';

const WORDS: Readonly<Record<JournalKind, string>> = {
  deposit: 'A payment was booked',
  deposit_fee: 'The provider charged for the payment',
  transfer: 'Money was sent from wallet to wallet',
  purchase: 'The money was taken from the wallet and is held',
  payout: 'The money was taken from the wallet and is held until it is paid',
  payout_cost: 'The provider changed what it charged for the payout',
  settlement: 'It was delivered: the held money went to the provider',
  refund: 'The held money went back to the wallet',
  return: 'It was reversed: the money went back to the wallet',
  handover: 'The held money was handed on to another provider',
  reversal: 'The provider took the payment back',
  reward: 'A reward was paid or taken back',
  adjustment: 'Staff moved money',
  provider_payout: 'A provider paid out to our bank',
  float_topup: 'We paid into a float',
  provider_fee: 'A provider charged a fee',
  remittance: 'Taxes were remitted',
  bank_fee: 'A bank charged a fee',
  giving_up: 'The owner gave the rest up and closed the account',
  suspense_return: 'The payment went back to its payer',
};

/** What a journal did, in words of staff. */
export function journalInWords(kind: string): string {
  return WORDS[kind as JournalKind] ?? kind.replaceAll('_', ' ');
}

/** Journals as entries of a timeline, each with what it moved. */
export function journalEntries(journals: readonly PostedEntry[]): TimelineEntry[] {
  return journals.map(({ id, kind, postedAt, lines }) => {
    const moved = lines.reduce((sum, { amountKobo }) => sum + Math.max(0, amountKobo), 0);
    const what = moved === 0 ? journalInWords(kind) : `${journalInWords(kind)}: ${formatNaira(kobo(moved))}`;
    return { at: postedAt, part: 'ledger', what, detail: '', userId: '', about: { kind: 'journal', id } };
  });
}

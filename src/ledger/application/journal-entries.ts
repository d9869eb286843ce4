import { formatNaira, kobo } from '../../kernel/money.js';
import type { TimelineEntry } from '../../kernel/records.js';
import type { PostedEntry } from './ports.js';
import { journalInWords } from '../domain/journal-words.js';

/** Journals as entries of a timeline, each with what it moved. */
export function journalEntries(journals: readonly PostedEntry[]): TimelineEntry[] {
  return journals.map(({ id, kind, postedAt, lines }) => {
    const moved = lines.reduce((sum, { amountKobo }) => sum + Math.max(0, amountKobo), 0);
    const what = moved === 0 ? journalInWords(kind) : `${journalInWords(kind)}: ${formatNaira(kobo(moved))}`;
    return { at: postedAt, part: 'ledger', what, detail: '', userId: '', about: { kind: 'journal', id } };
  });
}

import { AccountLines } from '../../domain/account-lines.js';
import type { Faults } from '../domain/faults.js';
import { keyOf, type StoredAccount, type StoredJournal, type StoredPosting, wrong } from '../domain/stored-rows.js';
import { every } from './cursor.js';
import type { LedgerSnapshot } from './ports.js';

type IsSuspected = (id: string) => boolean;

/** Postings that do not follow the one before them of their account, and accounts that are not as their last posting. */
export async function findWrongAccounts(snapshot: LedgerSnapshot, isSuspected: IsSuspected, faults: Faults): Promise<void> {
  const accounts = new AccountLines(true);
  const compare = (table: string, key: string, column: string, expected: number, found: number) => {
    if (found !== expected) faults.add(wrong(table, key, column, expected, found));
  };
  await every(snapshot.postings({}), (posting: StoredPosting) => {
    if (!isSuspected(posting.account)) return;
    const { balanceKobo, seq } = accounts.before(posting);
    compare('posting', keyOf.posting(posting), 'seq', seq + 1, posting.seq);
    compare('posting', keyOf.posting(posting), 'balance_kobo', balanceKobo + posting.amountKobo, posting.balanceKobo);
    accounts.post(posting, posting);
  });
  await every(snapshot.accounts(), ({ id, balanceKobo, seq }: StoredAccount) => {
    if (!isSuspected(id)) return;
    const last = accounts.take(id);
    compare('ledger_account', id, 'balance_kobo', last.balanceKobo, balanceKobo);
    compare('ledger_account', id, 'seq', last.seq, seq);
  });
  for (const missing of accounts.names()) faults.add(wrong('ledger_account', missing, 'id', missing, 'no such row'));
}

/** Journals without their request, and requests without their journal. */
export async function findUnlinked(snapshot: LedgerSnapshot, isSuspected: IsSuspected, faults: Faults): Promise<void> {
  const journals = new Map<string, StoredJournal>();
  await every(snapshot.journals({}), (journal) => {
    if (isSuspected(journal.id)) journals.set(journal.id, journal);
  });
  await every(snapshot.requests(), (request) => {
    const { journalId } = request;
    if (journalId === null || !isSuspected(journalId)) return;
    const made = journals.get(journalId);
    journals.delete(journalId);
    if (made && made.request !== request.key)
      faults.add(wrong('money_request', keyOf.request(request), 'request_key', made.request, request.key));
    if (made) return;
    faults.add(wrong('money_request', keyOf.request(request), 'journal_id', 'a journal that no other request made', journalId));
  });
  for (const journal of journals.values())
    faults.add(wrong('journal', keyOf.journal(journal), 'id', 'a money request that made it', 'none'));
}

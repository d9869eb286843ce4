import { AccountLines } from '../domain/account-lines.js';
import { keyOf, type StoredAccount, type StoredPosting, wrong, type WrongRow } from '../domain/stored-rows.js';
import { every } from './cursor.js';
import type { LedgerSnapshot } from './ports/ledger-reader.js';

type IsSuspected = (id: string) => boolean;

/** The first posting that does not follow the one before it of its account, or the account that is not as its last posting. */
export async function wrongAccount(snapshot: LedgerSnapshot, isSuspected: IsSuspected): Promise<WrongRow | undefined> {
  const accounts = new AccountLines(true);
  const notFollowing = (posting: StoredPosting) => {
    if (!isSuspected(posting.account)) return undefined;
    const { balanceKobo, seq } = accounts.before(posting);
    const after = { balanceKobo: balanceKobo + posting.amountKobo, seq: seq + 1 };
    accounts.post(posting, after);
    if (posting.seq !== after.seq) return wrong('posting', keyOf.posting(posting), 'seq', after.seq, posting.seq);
    if (posting.balanceKobo === after.balanceKobo) return undefined;
    return wrong('posting', keyOf.posting(posting), 'balance_kobo', after.balanceKobo, posting.balanceKobo);
  };
  const notAsPosted = ({ id, balanceKobo, seq }: StoredAccount) => {
    if (!isSuspected(id)) return undefined;
    const last = accounts.take(id);
    if (balanceKobo !== last.balanceKobo) return wrong('ledger_account', id, 'balance_kobo', last.balanceKobo, balanceKobo);
    return seq === last.seq ? undefined : wrong('ledger_account', id, 'seq', last.seq, seq);
  };
  const found = (await every(snapshot.postings({}), notFollowing)) ?? (await every(snapshot.accounts(), notAsPosted));
  const missing = accounts.first();
  return found ?? (missing === undefined ? undefined : wrong('ledger_account', missing, 'id', missing, 'no such row'));
}

/** A journal without its request, or a request without its journal. */
export async function unlinked(snapshot: LedgerSnapshot, isSuspected: IsSuspected): Promise<WrongRow | undefined> {
  const journals = new Map<string, string>();
  for await (const journal of snapshot.journals({}))
    if (isSuspected(journal.id)) journals.set(journal.id, keyOf.journal(journal));
  for await (const request of snapshot.requests()) {
    const { journalId } = request;
    if (journalId === null || !isSuspected(journalId) || journals.delete(journalId)) continue;
    return wrong('money_request', keyOf.request(request), 'journal_id', 'a journal that no other request made', journalId);
  }
  const [first] = journals;
  return first && wrong('journal', first[1], 'id', 'a money request that made it', 'none');
}

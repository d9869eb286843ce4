import { isSystemAccount } from './account.js';
import type { PostedJournal } from './hash-chain.js';
import type { AccountLines } from './account-lines.js';
import { keyOf, type StoredJournal, type StoredPosting, wrong, type WrongRow } from './stored-rows.js';

export class JournalAudit {
  private readonly postings: StoredPosting[] = [];
  private sum = 0;

  constructor(readonly journal: StoredJournal) {}

  get posted(): PostedJournal {
    return { ...this.journal, lines: this.postings };
  }

  add(posting: StoredPosting, accounts: AccountLines): WrongRow | undefined {
    const key = keyOf.posting(posting);
    const { postedAt, kind } = this.journal;
    if (posting.postedAt !== postedAt) return wrong('posting', key, 'recorded', postedAt, posting.postedAt);
    if (posting.kind !== kind) return wrong('posting', key, 'kind', kind, posting.kind);
    if (posting.amountKobo === 0) return wrong('posting', key, 'amount_kobo', 'an amount', 0);
    const before = accounts.before(posting);
    const after = { balanceKobo: before.balanceKobo + posting.amountKobo, seq: before.seq + 1 };
    if (posting.seq !== after.seq) return wrong('posting', key, 'seq', after.seq, posting.seq);
    if (posting.balanceKobo !== after.balanceKobo)
      return wrong('posting', key, 'balance_kobo', after.balanceKobo, posting.balanceKobo);
    accounts.post(posting, after);
    this.postings.push(posting);
    this.sum += posting.amountKobo;
    return undefined;
  }

  /** After the last posting: the sum must be zero, and no wallet negative. */
  end(): WrongRow | undefined {
    const key = keyOf.journal(this.journal);
    if (this.postings.length < 2) return wrong('journal', key, 'postings', 'at least 2', this.postings.length);
    if (this.sum !== 0) return wrong('journal', key, 'postings', 'a sum of 0', `a sum of ${this.sum}`);
    const last = new Map(this.postings.map((posting) => [posting.account, posting]));
    for (const [account, posting] of last) {
      if (posting.balanceKobo < 0 && !isSystemAccount(account))
        return wrong('posting', keyOf.posting(posting), 'balance_kobo', 'at least 0', posting.balanceKobo);
    }
    return undefined;
  }
}

import type { Faults } from './faults.js';
import { isHeldAccount, isSystemAccount } from '../../domain/account.js';
import type { PostedJournal } from './hash-chain.js';
import { movesHeldWrongly } from './hold-audit.js';
import { movesOperatorWrongly } from '../../domain/operator-journal.js';
import type { AccountLines } from '../../domain/account-lines.js';
import { keyOf, type StoredJournal, type StoredPosting, wrong } from './stored-rows.js';

export class JournalAudit {
  private readonly postings: StoredPosting[] = [];
  private sum = 0;

  constructor(readonly journal: StoredJournal) {}

  get posted(): PostedJournal {
    return { ...this.journal, lines: this.postings };
  }

  /** What does not follow is added to `faults`, and the next posting is held against the row as it is. */
  add(posting: StoredPosting, accounts: AccountLines, faults: Faults): void {
    const key = keyOf.posting(posting);
    const { postedAt, kind } = this.journal;
    const { balanceKobo, seq } = accounts.before(posting);
    const compare = (column: string, expected: string | number, found: string | number) => {
      if (found !== expected) faults.add(wrong('posting', key, column, expected, found));
    };
    compare('recorded', postedAt, posting.postedAt);
    compare('kind', kind, posting.kind);
    if (posting.amountKobo === 0) faults.add(wrong('posting', key, 'amount_kobo', 'an amount', 0));
    compare('seq', seq + 1, posting.seq);
    compare('balance_kobo', balanceKobo + posting.amountKobo, posting.balanceKobo);
    accounts.post(posting, posting);
    this.postings.push(posting);
    this.sum += posting.amountKobo;
  }

  /** After the last posting: the sum must be zero, and neither a wallet nor held money negative. */
  end(faults: Faults): void {
    const key = keyOf.journal(this.journal);
    if (this.postings.length < 2) faults.add(wrong('journal', key, 'postings', 'at least 2', this.postings.length));
    if (this.sum !== 0) faults.add(wrong('journal', key, 'postings', 'a sum of 0', `a sum of ${this.sum}`));
    if (movesHeldWrongly(this.posted)) faults.add(wrong('journal', key, 'kind', 'a kind that holds or ends', this.journal.kind));
    if (movesOperatorWrongly(this.posted))
      faults.add(wrong('journal', key, 'kind', 'a kind that moves these accounts', this.journal.kind));
    const last = new Map(this.postings.map((posting) => [posting.account, posting]));
    for (const [account, posting] of last) {
      if (posting.balanceKobo < 0 && (!isSystemAccount(account) || isHeldAccount(account)))
        faults.add(wrong('posting', keyOf.posting(posting), 'balance_kobo', 'at least 0', posting.balanceKobo));
    }
  }
}

import { Injectable } from '@nestjs/common';
import { Failure } from '../../../kernel/failure.js';
import { type Page, type PageRequest, readPage } from '../../../kernel/pagination.js';
import { History, type HistoryEntry, isSystemAccount, Journals, type PostedEntry } from '../../../ledger/index.js';
import { reconciliationFailures } from '../domain/reconciliation.failures.js';

/** Wallets are of users. */
const SHOWS_WALLETS = 'userControl.viewHistory';

type Grants = ReadonlySet<string> | undefined;

/** Accounts of the ledger with their running balance, and journals with all their lines. */
@Injectable()
export class ShowAccount {
  constructor(
    private readonly history: History,
    private readonly journals: Journals,
  ) {}

  /** Newest first. @throws Failure `reconciliation.no_record` of a wallet for those who may not see wallets */
  postings(account: string, page: PageRequest, grants: Grants): Promise<Page<HistoryEntry>> {
    if (!maySee(account, grants)) throw new Failure(reconciliationFailures.no_record);
    return readPage(page, (before, limit) => this.history.list(account, before, limit));
  }

  /** Its lines of wallets have neither account nor note for those who may not see wallets. @throws Failure `reconciliation.no_record` */
  async journal(id: string, grants: Grants): Promise<PostedEntry> {
    const [journal] = await this.journals.find([id]);
    if (!journal) throw new Failure(reconciliationFailures.no_record);
    const lines = journal.lines.map((line) => (maySee(line.account, grants) ? line : { ...line, account: 'wallet', note: '' }));
    return { ...journal, lines };
  }
}

function maySee(account: string, grants: Grants): boolean {
  return isSystemAccount(account) || (grants?.has(SHOWS_WALLETS) ?? false);
}

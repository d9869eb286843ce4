import { Injectable } from '@nestjs/common';
import type { Caller } from '../../kernel/caller.js';
import { Failure } from '../../kernel/failure.js';
import { READS_RECORDS } from '../../kernel/staff-roles.js';
import { pageOrWhole } from '../../platform/http/list-input.js';
import { on, Operation } from '../../platform/http/operation.decorator.js';
import { pageOrFileOf } from '../../platform/http/presenting.js';
import { ShowAccount, Books } from './books.js';
import { reconciliationFailures } from './reconciliations.js';
import { POSTING_KEYS, presentBooks, presentJournal, presentPosting } from './reconciliation.presenters.js';
import { AccountFetchInput, BooksInput, JournalFetchInput } from './reconciliation.operations.js';

@Injectable()
export class BooksOperations {
  constructor(
    private readonly books: Books,
    private readonly showAccount: ShowAccount,
  ) {}

  @Operation('control_books_fetch', {
    method: 'GET',
    access: 'admin',
    permission: 'otherControl.fiatCurency',
    orPermission: READS_RECORDS,
    missing: 400,
    reads: () => 'books',
    present: presentBooks,
    summary:
      'The system accounts with their balances and the trial balance (assets, liabilities, income, expense), now or at the end of a day in Lagos (rqvl, as 2026-11-20), the head of the chain, the last verification and the last anchor, and the last reconciliation with each provider.',
  })
  fetch({ rqvl: day }: BooksInput) {
    return this.books.show(day);
  }

  @Operation('control_account_fetch', {
    method: 'GET',
    access: 'admin',
    permission: 'otherControl.fiatCurency',
    missing: 400,
    reads: ({ rqvl }: AccountFetchInput) => (rqvl.startsWith('system:') ? `account:${rqvl}` : `user:${rqvl}`),
    failures: [on(reconciliationFailures.no_record, { code: 404 })],
    present: pageOrFileOf('postings', presentPosting),
    summary:
      'The postings of one account of the ledger with its balance after each, newest first: of a system account as control_books_fetch names it, or of the wallet of a user (its id) for those with userControl.viewHistory.',
  })
  async account(input: AccountFetchInput, { grants }: Caller) {
    const page = await pageOrWhole(input, POSTING_KEYS, (request) => this.showAccount.postings(input.rqvl, request, grants));
    if (page.items.length === 0) throw new Failure(reconciliationFailures.no_record);
    return page;
  }

  @Operation('control_journal_fetch', {
    method: 'GET',
    access: 'admin',
    permission: 'otherControl.fiatCurency',
    missing: 400,
    reads: ({ rqvl }: JournalFetchInput) => `journal:${rqvl}`,
    failures: [on(reconciliationFailures.no_record, { code: 404 })],
    present: presentJournal,
    summary:
      'One journal of the ledger with its lines and the balance of each account afterwards. Lines of wallets are named for those with userControl.viewHistory alone.',
  })
  journal({ rqvl }: JournalFetchInput, { grants }: Caller) {
    return this.showAccount.journal(rqvl, grants);
  }
}

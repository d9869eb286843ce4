import { failures } from '../../kernel/failure.js';
import { Injectable } from '@nestjs/common';
import { type Kobo, toNaira } from '../../kernel/money.js';
import { Contributions, Registry, Contributes } from '../../kernel/registry.js';
import { type Page, type PageRequest, readPage, readAll } from '../../kernel/pagination.js';
import { History, type HistoryEntry } from '../../ledger/index.js';
import { isoTime } from '../../kernel/clock.js';
import { type DataPart, PersonalDataSource } from '../../kernel/records.js';

export const walletFailures = failures('wallet', {
  no_record: ['not_found', "We couldn't find any record matching your query"],
  no_data: ['not_found', 'No data matching your query was found'],
});

export function historyMarker(entry: { readonly journalId: string; readonly seq: number }): string {
  return `${entry.journalId}-${entry.seq}`;
}

export function parseHistoryMarker(marker: string): { journalId: string; seq: number } | undefined {
  const match = /^([0-9A-Za-z]{1,32})-([1-9][0-9]{0,14})$/.exec(marker);
  return match ? { journalId: match[1]!, seq: Number(match[2]) } : undefined;
}

export interface ActivityEntry {
  readonly kind: 'deposit' | 'transfer' | 'history';
  readonly id: string;
  readonly userId: string;
  readonly description: string;
  readonly amountKobo: Kobo;
  /** `pending` and `failed` moved no money. */
  readonly direction: 'credit' | 'debit' | 'pending' | 'failed';
  readonly createdAt: number;
}

/** Entries of the wallet's activity that moved no money, such as unpaid deposit orders. */
export abstract class ActivitySource {
  /** At most `limit` entries recorded before `before` (all when undefined), newest first. */
  abstract list(userId: string, before: number | undefined, limit: number): Promise<ActivityEntry[]>;
}

@Injectable()
export class ActivitySources extends Registry<ActivitySource> {
  constructor(contributions: Contributions) {
    super(contributions, ActivitySource);
  }

  all(): readonly ActivitySource[] {
    return this.entries;
  }
}

@Injectable()
export class Activity {
  constructor(
    private readonly history: History,
    private readonly sources: ActivitySources,
  ) {}

  /** Ledger entries merged with activity that moved no money, newest first. */
  list(userId: string, page: PageRequest): Promise<Page<ActivityEntry>> {
    return readPage(page, async (before, limit) => {
      const fromLedger = this.entriesOf(userId, before, limit);
      const fromSources = this.sources.all().map((source) => source.list(userId, before, limit));
      return merge(await fromLedger, await Promise.all(fromSources)).slice(0, limit);
    });
  }

  private async entriesOf(userId: string, before: number | undefined, limit: number): Promise<ActivityEntry[]> {
    const postings = await this.history.list(userId, before, limit);
    const deposits = postings.filter(({ kind }) => kind === 'deposit').map(({ journalId }) => journalId);
    const subjects = await this.history.subjectsOf(deposits);
    return postings.map((posting) => ofPosting(posting, subjects.get(posting.journalId)));
  }
}

function merge(postings: ActivityEntry[], others: ActivityEntry[][]): ActivityEntry[] {
  return [...postings, ...others.flat()].toSorted((one, other) => other.createdAt - one.createdAt);
}

/** The id is that of the list which the entry comes from: the order of a deposit, the transfer, else the history entry. */
function ofPosting(entry: HistoryEntry, subject: string | undefined): ActivityEntry {
  const isTransfer = entry.kind === 'transfer';
  return {
    kind: subject !== undefined ? 'deposit' : isTransfer ? 'transfer' : 'history',
    id: subject ?? (isTransfer ? entry.journalId : historyMarker(entry)),
    userId: entry.account,
    description: entry.note,
    amountKobo: entry.amountKobo,
    direction: entry.amountKobo < 0 ? 'debit' : 'credit',
    createdAt: entry.createdAt,
  };
}

@Injectable()
@Contributes(PersonalDataSource)
export class ExportedHistory extends PersonalDataSource {
  constructor(private readonly history: History) {
    super();
  }

  readonly parts: readonly DataPart[] = [{ name: 'wallet-history', rows: (userId) => this.rows(userId) }];

  private async *rows(userId: string) {
    const list = (before: number | undefined, limit: number) => this.history.list(userId, before, limit);
    for await (const entry of readAll((page) => readPage(page, list)))
      yield {
        at: isoTime(entry.createdAt),
        reference: entry.journalId,
        amount: toNaira(entry.amountKobo),
        balance: toNaira(entry.balanceKobo),
        note: entry.note,
      };
  }
}

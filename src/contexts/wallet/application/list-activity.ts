import { Injectable } from '@nestjs/common';
import { type Page, type PageRequest, readPage } from '../../../kernel/pagination.js';
import { historyMarker } from '../domain/history-marker.js';
import { type ActivityEntry, ActivitySources } from './ports.js';
import { History, type HistoryEntry } from '../../../ledger/index.js';

/** Ledger entries merged with activity that moved no money, newest first. */
@Injectable()
export class ListActivity {
  constructor(
    private readonly history: History,
    private readonly sources: ActivitySources,
  ) {}

  execute(userId: string, page: PageRequest): Promise<Page<ActivityEntry>> {
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

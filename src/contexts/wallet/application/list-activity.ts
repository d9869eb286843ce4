import { Injectable } from '@nestjs/common';
import { type Page, type PageRequest, readPage } from '../../../kernel/pagination.js';
import { historyMarker } from '../domain/history-marker.js';
import { type ActivityEntry, ActivitySources } from './ports/activity-source.js';
import { History, type HistoryEntry } from './ports/history.js';

/** Ledger entries merged with activity that moved no money, newest first. */
@Injectable()
export class ListActivity {
  constructor(
    private readonly history: History,
    private readonly sources: ActivitySources,
  ) {}

  execute(userId: string, page: PageRequest): Promise<Page<ActivityEntry>> {
    return readPage(page, async (before, limit) => {
      const fromLedger = this.history.list(userId, before, limit);
      const fromSources = this.sources.all().map((source) => source.list(userId, before, limit));
      return merge(await fromLedger, await Promise.all(fromSources)).slice(0, limit);
    });
  }
}

function merge(postings: HistoryEntry[], others: ActivityEntry[][]): ActivityEntry[] {
  return [...postings.map(ofPosting), ...others.flat()].toSorted((one, other) => other.createdAt - one.createdAt);
}

function ofPosting(entry: HistoryEntry): ActivityEntry {
  return {
    kind: entry.kind === 'deposit' || entry.kind === 'transfer' ? entry.kind : 'history',
    id: historyMarker(entry),
    userId: entry.account,
    description: entry.note,
    amountKobo: entry.amountKobo,
    direction: entry.amountKobo < 0 ? 'debit' : 'credit',
    createdAt: entry.createdAt,
  };
}

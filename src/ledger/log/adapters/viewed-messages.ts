import { isConnectionLost, isRetryable } from '../../../platform/database/errors.js';
import { type BalancesAfter, History, type HistoryEntry } from '../../application/ports.js';
import {
  type ConsumedJournal,
  type JournalConsumer,
  type JournalView,
  JournalConsumers,
  PostedMessages,
} from '../application/ports.js';
import { Injectable } from '@nestjs/common';
import { readPage } from '../../../kernel/pagination.js';
import type { UserMessage } from '../../../kernel/told.js';
import { Log } from '../../../platform/telemetry/log.js';
import { type AccountId, isSystemAccount } from '../../domain/account.js';
import type { JournalKind } from '../../domain/journal.js';

/** Asks for the views of journals. One that cannot be viewed is left out, alone. */
export async function viewAlone<Journal extends ConsumedJournal>(
  consumer: JournalConsumer,
  journals: readonly Journal[],
  balancesAfter: BalancesAfter,
  refused: (journal: Journal, error: unknown) => void,
): Promise<JournalView[]> {
  if (journals.length === 0) return [];
  try {
    return [await consumer.view(journals, balancesAfter)];
  } catch (error) {
    if (isConnectionLost(error) || isRetryable(error)) throw error;
    if (journals.length > 1)
      return (await Promise.all(journals.map((journal) => viewAlone(consumer, [journal], balancesAfter, refused)))).flat();
    refused(journals[0]!, error);
    return [];
  }
}

/** Not every posting tells something, so longer and longer pieces of the history are read. */
const GROWTH = 4;
const LONGEST = 1_000;

/** Reads the postings of the account, and asks the consumers of their journals what they told. */
@Injectable()
export class ViewedMessages extends PostedMessages {
  constructor(
    private readonly history: History,
    private readonly consumers: JournalConsumers,
    private readonly log: Log,
  ) {
    super();
  }

  async list(account: AccountId, before: number | undefined, limit: number, since: number): Promise<UserMessage[]> {
    // A system account has a history that nobody is told of.
    if (isSystemAccount(account)) return [];
    const read = (end: number | undefined, size: number) => this.history.list(account, end, size);
    const told: UserMessage[] = [];
    let end = before;
    let size = limit;
    do {
      const { items, next } = await readPage({ before: end, size }, read);
      told.push(...(await this.messagesOf(account, items)));
      end = next;
      size = Math.min(size * GROWTH, Math.max(limit, LONGEST));
    } while (end !== undefined && end > since && told.length < limit);
    return told;
  }

  private async messagesOf(account: AccountId, entries: readonly HistoryEntry[]): Promise<UserMessage[]> {
    const consumers = this.consumers.all();
    const kinds = new Set<string>(consumers.flatMap((consumer) => consumer.kinds));
    const posted = new Map<string, HistoryEntry>();
    for (const entry of entries) if (kinds.has(entry.kind) && !posted.has(entry.journalId)) posted.set(entry.journalId, entry);
    const subjects = await this.history.subjectsOf([...posted.keys()]);
    const journals = [...posted.values()].map(({ journalId: id, kind, createdAt: postedAt }): ConsumedJournal => ({
      id,
      kind: kind as JournalKind,
      subject: subjects.get(id)!,
      postedAt,
    }));
    const balancesAfter: BalancesAfter = (id, of) => (of === account ? posted.get(id)?.balanceKobo : undefined);
    const viewed = await Promise.all(
      consumers.map((consumer) => {
        const own = journals.filter(({ kind }) => consumer.kinds.includes(kind));
        return viewAlone(consumer, own, balancesAfter, (journal, error) => {
          this.log.problem('a journal cannot be viewed', error, { consumer: consumer.name, journalId: journal.id });
        });
      }),
    );
    // A closed account keeps no notices.
    const told = viewed.flat().flatMap(({ messages = [] }) => messages);
    return told.filter(({ user }) => user.id === account && user.status !== 'closed');
  }
}

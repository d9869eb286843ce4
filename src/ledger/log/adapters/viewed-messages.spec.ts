import { describe, expect, it } from 'vitest';
import { contributionsOf } from '../../../../test/support/contributions.js';
import { kobo } from '../../../kernel/money.js';
import type { UserMessage } from '../../../kernel/told.js';
import type { Log } from '../../../platform/telemetry/log.js';
import { type BalancesAfter, History, type HistoryEntry } from '../../application/ports.js';
import { type ConsumedJournal, JournalConsumer, JournalConsumers, type JournalView } from '../application/ports.js';
import { ViewedMessages } from './viewed-messages.js';

class GivenHistory extends History {
  reads = 0;

  constructor(private readonly entries: readonly HistoryEntry[]) {
    super();
  }

  list(_account: string, before = Infinity, limit: number): Promise<HistoryEntry[]> {
    this.reads++;
    return Promise.resolve(this.entries.filter(({ createdAt }) => createdAt < before).slice(0, limit));
  }

  subjectsOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    return Promise.resolve(new Map(ids.map((id) => [id, `subject of ${id}`])));
  }

  ofJournal = () => Promise.reject(new Error('not asked'));
  balanceAt = () => Promise.reject(new Error('not asked'));
}

/** Tells the owner and somebody else of each transfer. */
class Transfers extends JournalConsumer {
  readonly name = 'transfers';
  readonly kinds = ['transfer'] as const;
  refused = new Map<string, Error>();
  status = 'active';

  view(journals: readonly ConsumedJournal[], balancesAfter: BalancesAfter): Promise<JournalView> {
    for (const { id } of journals) if (this.refused.has(id)) return Promise.reject(this.refused.get(id)!);
    const message = ({ id, subject, postedAt }: ConsumedJournal, user: string): UserMessage => ({
      causeId: id,
      user: { id: user, email: '', status: this.status },
      notice: { subject, message: String(balancesAfter(id, user)), createdAt: postedAt },
      mail: { template: { name: '', class: 'money', subject: '', lead: '' }, data: {} },
      push: { title: '', body: '' },
    });
    return Promise.resolve({ messages: journals.flatMap((journal) => [message(journal, 'ada'), message(journal, 'obi')]) });
  }
}

function posting(journalId: string, kind: string, createdAt: number, seq = createdAt): HistoryEntry {
  return { account: 'ada', seq, journalId, kind, amountKobo: kobo(1), balanceKobo: kobo(seq), note: '', createdAt };
}

function viewed(entries: readonly HistoryEntry[]) {
  const [history, transfers, problems] = [new GivenHistory(entries), new Transfers(), [] as unknown[]];
  const log = { problem: (_text: string, _error: unknown, data: unknown) => void problems.push(data) } as Partial<Log> as Log;
  const messages = new ViewedMessages(history, new JournalConsumers(contributionsOf(transfers)), log);
  const causes = async (limit: number, since = 0) =>
    (await messages.list('ada', undefined, limit, since)).map(({ causeId }) => causeId);
  return { history, transfers, problems, messages, causes };
}

describe('ViewedMessages', () => {
  it('tells each journal once to the owner of the account, with the balance after all of its postings', async () => {
    const { messages } = viewed([posting('t', 'transfer', 9, 9), posting('t', 'transfer', 9, 8)]);
    const told = await messages.list('ada', undefined, 5, 0);
    expect(told.map(({ user, notice }) => [user.id, notice.subject, notice.message])).toEqual([['ada', 'subject of t', '9']]);
  });

  it('reads on where few postings tell something, in pieces that grow', async () => {
    const silent = Array.from({ length: 2_000 }, (_, number) => posting(`p${number}`, 'purchase', 9_000 - number));
    const { causes, history } = viewed([...silent, posting('t', 'transfer', 5)]);
    expect(await causes(16)).toEqual(['t']);
    expect(history.reads).toBeLessThan(8);
  });

  it('reads no further than it is asked to', async () => {
    const { causes, history } = viewed(
      Array.from({ length: 100 }, (_, number) => posting(`t${number}`, 'transfer', 900 - number)),
    );
    expect(await causes(3)).toEqual(['t0', 't1', 't2']);
    expect(history.reads).toBe(1);
    expect(await causes(50, 890)).toHaveLength(50);
    expect(history.reads).toBe(2);
  });

  it('leaves out a journal that cannot be viewed, alone', async () => {
    const { causes, transfers, problems } = viewed([posting('a', 'transfer', 3), posting('b', 'transfer', 2)]);
    transfers.refused.set('b', new Error('broken'));
    expect(await causes(5)).toEqual(['a']);
    expect(problems).toEqual([{ consumer: 'transfers', journalId: 'b' }]);
    transfers.refused.set('b', Object.assign(new Error('gone'), { code: 'PROTOCOL_CONNECTION_LOST' }));
    await expect(causes(5)).rejects.toThrow('gone');
  });

  it('tells nothing of a system account and to whoever closed the account', async () => {
    const { messages, transfers, history } = viewed([posting('t', 'transfer', 1)]);
    expect(await messages.list('system:fees', undefined, 5, 0)).toEqual([]);
    expect(history.reads).toBe(0);
    transfers.status = 'closed';
    expect(await messages.list('ada', undefined, 5, 0)).toEqual([]);
  });
});

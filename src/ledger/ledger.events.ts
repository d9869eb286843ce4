import { Injectable } from '@nestjs/common';
import type { Events } from '../kernel/events.js';
import { OnEvent } from '../platform/queue/job-queue.js';
import { JournalFeed } from './log/adapters/journal-feed.js';

@Injectable()
export class LedgerEvents {
  constructor(private readonly feed: JournalFeed) {}

  @OnEvent('journal.postponed')
  consumeAgain({ consumer, journalId }: Events['journal.postponed']): Promise<void> {
    return this.feed.consumeAgain(consumer, journalId);
  }
}

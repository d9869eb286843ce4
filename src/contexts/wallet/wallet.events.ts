import { Injectable } from '@nestjs/common';
import { OnEvent } from '../../platform/queue/job-queue.js';
import { JOURNAL_POSTPONED, JournalFeed } from './adapters/feed/journal-feed.js';

@Injectable()
export class WalletEvents {
  constructor(private readonly feed: JournalFeed) {}

  @OnEvent(JOURNAL_POSTPONED)
  consumeAgain({ consumer, journalId }: { readonly consumer: string; readonly journalId: string }): Promise<void> {
    return this.feed.consumeAgain(consumer, journalId);
  }
}

import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../kernel/unit-of-work.js';
import { OnEvent } from '../../platform/queue/job-queue.js';
import { JournalCoverage } from '../wallet/index.js';
import { TransfersConsumer } from './transfers.consumer.js';

/** Transfers that were committed with an event in the outbox, before the journals had consumers. */
@Injectable()
export class TransfersEvents {
  constructor(
    private readonly coverage: JournalCoverage,
    private readonly consumer: TransfersConsumer,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  @OnEvent('transfer.completed')
  async completed({ transferId }: { readonly transferId: string }, eventId: string): Promise<void> {
    if (await this.coverage.isConsumedBy(this.consumer.name, transferId)) return;
    await this.unitOfWork.run(await this.consumer.prepareEvent(transferId, eventId));
  }
}

import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../kernel/unit-of-work.js';
import { OnEvent } from '../../platform/queue/job-queue.js';
import { JournalCoverage } from '../wallet/index.js';
import { DepositsConsumer } from './deposits.consumer.js';

/** Deposits that were committed with an event in the outbox, before their journals had a consumer. */
@Injectable()
export class DepositsEvents {
  constructor(
    private readonly coverage: JournalCoverage,
    private readonly consumer: DepositsConsumer,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  @OnEvent('deposit.completed')
  async completed({ paymentId }: { readonly paymentId: string }, eventId: string): Promise<void> {
    if (await this.coverage.isConsumedBy(this.consumer.name, paymentId)) return;
    await this.unitOfWork.run(await this.consumer.prepareEvent(paymentId, eventId));
  }
}

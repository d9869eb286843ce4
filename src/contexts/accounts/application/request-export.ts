import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../kernel/caller.js';
import { Clock, DAY_MS } from '../../../kernel/clock.js';
import { domainEvent, Outbox } from '../../../kernel/events.js';
import { Failure } from '../../../kernel/failure.js';
import { newId } from '../../../kernel/ids.js';
import { UnitOfWork } from '../../../kernel/unit-of-work.js';
import { OwnerProof, type OwnerSecrets } from '../../sign-in/index.js';
import { EXPORTS_PER_DAY } from '../domain/data-export.js';
import { personalDataFailures } from '../domain/personal-data.failures.js';
import { DataExports } from './ports.js';

@Injectable()
export class RequestExport {
  constructor(
    private readonly ownerProof: OwnerProof,
    private readonly exports: DataExports,
    private readonly unitOfWork: UnitOfWork,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  /** @returns the id that the file will have. @throws Failure `personal_data.export_running`, `exports_exhausted`, and of OwnerProof */
  async execute(caller: Caller, secrets: OwnerSecrets): Promise<string> {
    await this.ownerProof.require(caller, secrets);
    const { userId } = caller;
    const createdAt = this.clock.now();
    const recent = await this.exports.timesSince(userId, createdAt - DAY_MS);
    const used = recent.at(-EXPORTS_PER_DAY);
    if (used !== undefined) {
      const retryAfterSeconds = Math.ceil((used + DAY_MS - createdAt) / 1000);
      throw new Failure(personalDataFailures.exports_exhausted, { retryAfterSeconds });
    }
    const id = newId();
    await this.unitOfWork.run(async () => {
      if (!(await this.exports.begin({ id, userId, createdAt }))) throw new Failure(personalDataFailures.export_running);
      await this.outbox.add(domainEvent('data_export.requested', { exportId: id, userId }));
    });
    return id;
  }
}

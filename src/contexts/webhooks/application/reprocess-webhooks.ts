import { Injectable } from '@nestjs/common';
import { Failure } from '../../../kernel/failure.js';
import type { StaffMember } from '../../audit/index.js';
import { MANUAL_RETRIES } from '../domain/webhook.js';
import { webhookFailures } from '../domain/webhooks.failures.js';
import { type FailedFilter, Webhooks } from './ports.js';
import { ReprocessWebhook } from './reprocess-webhook.js';

const AT_ONCE = 100;

/** Gives the failed webhooks of a time one more attempt each, the oldest first. */
@Injectable()
export class ReprocessWebhooks {
  constructor(
    private readonly webhooks: Webhooks,
    private readonly reprocessWebhook: ReprocessWebhook,
  ) {}

  /** @returns how many, at most a hundred. @throws Failure `webhooks.nothing_found` */
  async execute(filter: FailedFilter, staff: StaffMember, action: string): Promise<number> {
    const ids = await this.webhooks.listFailed(filter, MANUAL_RETRIES, AT_ONCE);
    let count = 0;
    for (const id of ids) count += Number(await this.reopen(id, staff, action));
    if (count === 0) throw new Failure(webhookFailures.nothing_found);
    return count;
  }

  /** False where somebody else was faster. */
  private async reopen(id: string, staff: StaffMember, action: string): Promise<boolean> {
    try {
      await this.reprocessWebhook.execute(id, staff, action);
      return true;
    } catch (error) {
      if (error instanceof Failure) return false;
      throw error;
    }
  }
}

import { Injectable } from '@nestjs/common';
import { Clock, DAY_MS, HOUR_MS } from '../kernel/clock.js';
import { removedBefore } from '../platform/config/retention.js';
import { Every } from '../platform/queue/job-queue.js';
import { AnchorLedger } from './chain/application/anchor-ledger.js';
import { checkOfAnchor } from './chain/domain/ledger-check.js';
import { AnchorSettings, LedgerChecks } from './chain/application/ports.js';
import { OldAnswers } from './adapters/sql/old-answers.js';
import { LedgerEnvironment } from './ledger.settings.js';

@Injectable()
export class LedgerJobs {
  constructor(
    private readonly anchorLedger: AnchorLedger,
    private readonly checks: LedgerChecks,
    private readonly settings: AnchorSettings,
    private readonly oldAnswers: OldAnswers,
    private readonly environment: LedgerEnvironment,
    private readonly clock: Clock,
  ) {}

  @Every(HOUR_MS, 'ledger.anchor')
  async anchor(): Promise<void> {
    const { url } = this.settings;
    if (!url) return;
    const anchor = await this.anchorLedger.execute(url);
    if (anchor) await this.checks.record(checkOfAnchor(anchor));
  }

  @Every(DAY_MS, 'ledger.answers')
  async forgetAnswers(): Promise<void> {
    const before = removedBefore(this.environment.RETENTION_IDEMPOTENCY_DAYS, this.clock.now());
    if (before !== undefined) await this.oldAnswers.forget(before);
  }
}

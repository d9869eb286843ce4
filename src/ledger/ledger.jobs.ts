import { Injectable } from '@nestjs/common';
import { HOUR_MS } from '../kernel/clock.js';
import { Every } from '../platform/queue/job-queue.js';
import { AnchorLedger } from './chain/application/anchor-ledger.js';
import { checkOfAnchor } from './chain/domain/ledger-check.js';
import { AnchorSettings, LedgerChecks } from './chain/application/ports.js';

@Injectable()
export class LedgerJobs {
  constructor(
    private readonly anchorLedger: AnchorLedger,
    private readonly checks: LedgerChecks,
    private readonly settings: AnchorSettings,
  ) {}

  @Every(HOUR_MS, 'ledger.anchor')
  async anchor(): Promise<void> {
    const { url } = this.settings;
    if (!url) return;
    const anchor = await this.anchorLedger.execute(url);
    if (anchor) await this.checks.record(checkOfAnchor(anchor));
  }
}

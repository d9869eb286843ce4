import { Injectable } from '@nestjs/common';
import { HOUR_MS } from '../../kernel/clock.js';
import { Config } from '../../platform/config/config.js';
import { Every } from '../../platform/queue/job-queue.js';
import { AnchorLedger } from './application/anchor-ledger.js';
import { checkOfAnchor } from './domain/ledger-check.js';
import { LedgerChecks } from './application/ports/ledger-checks.js';

@Injectable()
export class WalletJobs {
  constructor(
    private readonly anchorLedger: AnchorLedger,
    private readonly checks: LedgerChecks,
    private readonly config: Config,
  ) {}

  @Every(HOUR_MS, 'ledger.anchor')
  async anchor(): Promise<void> {
    const url = this.config.ledgerAnchorUrl;
    if (!url) return;
    const anchor = await this.anchorLedger.execute(url);
    if (anchor) await this.checks.record(checkOfAnchor(anchor));
  }
}

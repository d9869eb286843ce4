import { Injectable } from '@nestjs/common';
import { HOUR_MS } from '../../kernel/clock.js';
import { Config } from '../../platform/config/config.js';
import { Every } from '../../platform/queue/job-queue.js';
import { AnchorLedger } from './application/anchor-ledger.js';

@Injectable()
export class WalletJobs {
  constructor(
    private readonly anchorLedger: AnchorLedger,
    private readonly config: Config,
  ) {}

  @Every(HOUR_MS, 'ledger.anchor')
  async anchor(): Promise<void> {
    if (this.config.ledgerAnchorUrl) await this.anchorLedger.execute(this.config.ledgerAnchorUrl);
  }
}

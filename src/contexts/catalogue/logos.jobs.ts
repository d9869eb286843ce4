import { Injectable } from '@nestjs/common';
import { HOUR_MS } from '../../kernel/clock.js';
import { Every } from '../../platform/queue/job-queue.js';
import { BillerLogos, Catalogue } from './application/ports.js';

@Injectable()
export class LogosJobs {
  constructor(
    private readonly catalogue: Catalogue,
    private readonly logos: BillerLogos,
  ) {}

  @Every(HOUR_MS, 'catalogue.logos')
  async copy(): Promise<void> {
    const { activeBillers, activeCategories } = await this.catalogue.current();
    await this.logos.copy([...activeBillers.map(({ logoUrl }) => logoUrl), ...activeCategories.map(({ iconUrl }) => iconUrl)]);
  }
}

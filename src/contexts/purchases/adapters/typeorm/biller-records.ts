import { Injectable } from '@nestjs/common';
import { Contributes } from '../../../../kernel/registry.js';
import { AttemptHistory, AttemptRecords } from '../../../attempts/index.js';
import { BillerProviders } from '../../../billers/index.js';
import { ProviderRecords } from '../../../providers/index.js';

@Injectable()
@Contributes(ProviderRecords)
export class BillerRecords extends AttemptRecords {
  readonly kind = 'biller';

  constructor(providers: BillerProviders, history: AttemptHistory) {
    super('purchase', providers, history);
  }
}

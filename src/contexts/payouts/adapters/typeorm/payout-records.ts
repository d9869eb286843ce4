import { Injectable } from '@nestjs/common';
import { Contributes } from '../../../../kernel/registry.js';
import { AttemptHistory, AttemptRecords } from '../../../attempts/index.js';
import { PayoutProviders } from '../../../banks/index.js';
import { ProviderRecords } from '../../../providers/index.js';

@Injectable()
@Contributes(ProviderRecords)
export class PayoutProviderRecords extends AttemptRecords {
  readonly kind = 'payout';

  constructor(providers: PayoutProviders, history: AttemptHistory) {
    super('payout', providers, history);
  }
}

import { Injectable } from '@nestjs/common';
import { Contributes } from '../../../../kernel/registry.js';
import { AttemptHistory } from '../../../attempts/index.js';
import { PayoutProviders } from '../../../banks/index.js';
import { type ProviderFigures, ProviderFigureSource } from '../../../providers/index.js';

@Injectable()
@Contributes(ProviderFigureSource)
export class PayoutProviderFigures extends ProviderFigureSource {
  readonly kind = 'payout';

  constructor(
    private readonly providers: PayoutProviders,
    private readonly history: AttemptHistory,
  ) {
    super();
  }

  get names(): readonly string[] {
    return this.providers.all.map(({ name }) => name);
  }

  figures(): Promise<ReadonlyMap<string, ProviderFigures>> {
    return this.history.figures('payout', this.names);
  }
}

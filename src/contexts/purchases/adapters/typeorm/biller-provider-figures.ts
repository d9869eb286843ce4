import { Injectable } from '@nestjs/common';
import { Contributes } from '../../../../kernel/registry.js';
import { AttemptHistory } from '../../../attempts/index.js';
import { BillerProviders } from '../../../billers/index.js';
import { type ProviderFigures, ProviderFigureSource } from '../../../providers/index.js';

@Injectable()
@Contributes(ProviderFigureSource)
export class BillerProviderFigures extends ProviderFigureSource {
  readonly kind = 'biller';

  constructor(
    private readonly providers: BillerProviders,
    private readonly history: AttemptHistory,
  ) {
    super();
  }

  get names(): readonly string[] {
    return this.providers.all.map(({ name }) => name);
  }

  figures(): Promise<ReadonlyMap<string, ProviderFigures>> {
    return this.history.figures('purchase', this.names);
  }
}

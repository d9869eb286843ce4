import { Before, Day, Optional, RequestType, Text } from '../../platform/http/input.decorators.js';
import { ListInput } from '../../platform/http/list-input.js';
import type { SettlementFilter, StatementFilter } from './application/ports.js';
import type { RecordedKind } from './domain/settlement.js';

export class SafeguardingFetchInput {
  @RequestType(['day']) rqtp: 'day';
  @Optional() @Day() rqvl?: string;
}

export class SettlementFetchInput extends ListInput {
  @RequestType(['kind', 'provider', 'bank', 'mk', 'all']) rqtp: 'kind' | 'provider' | 'bank' | 'mk' | 'all';
  @Optional() @Text() rqvl?: string;

  get filter(): SettlementFilter {
    const value = this.rqvl ?? '';
    switch (this.rqtp) {
      case 'kind':
        return { kind: value as RecordedKind };
      case 'provider':
        return { provider: value };
      case 'bank':
        return { bank: value };
      case 'mk':
        return { id: value };
      case 'all':
        return {};
    }
  }
}

export class StatementFetchInput {
  @RequestType(['bank', 'mk', 'all']) rqtp: 'bank' | 'mk' | 'all';
  @Optional() @Text() rqvl?: string;
  @Optional() @Before() page?: number;

  get filter(): StatementFilter {
    return this.rqtp === 'bank' ? { bank: this.rqvl ?? '' } : {};
  }
}

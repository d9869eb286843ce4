import { Day, Optional, RequestType, Text } from '../../platform/http/input.decorators.js';
import { ListInput } from '../../platform/http/list-input.js';
import { SortedBy } from '../../platform/http/list-keys.js';
import type { SettlementFilter, StatementFilter } from './application/ports.js';
import type { RecordedKind } from './domain/settlement.js';
import { SETTLEMENT_KEYS, STATEMENT_KEYS } from './settlements.presenters.js';

export class SafeguardingFetchInput {
  @RequestType(['day']) rqtp: 'day';
  @Optional() @Day() rqvl?: string;
}

@SortedBy(SETTLEMENT_KEYS)
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

@SortedBy(STATEMENT_KEYS)
export class StatementFetchInput extends ListInput {
  @RequestType(['bank', 'mk', 'all']) rqtp: 'bank' | 'mk' | 'all';
  @Optional() @Text() rqvl?: string;

  get filter(): StatementFilter {
    return this.rqtp === 'bank' ? { bank: this.rqvl ?? '' } : {};
  }
}

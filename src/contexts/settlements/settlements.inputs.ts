import { Before, Day, Optional, RequestType, Text } from '../../platform/http/input.decorators.js';
import type { SettlementFilter } from './application/ports.js';
import type { SettlementKind } from './domain/settlement.js';

export class SafeguardingFetchInput {
  @RequestType(['day']) rqtp: 'day';
  @Optional() @Day() rqvl?: string;
}

export class SettlementFetchInput {
  @RequestType(['kind', 'provider', 'bank', 'mk', 'all']) rqtp: 'kind' | 'provider' | 'bank' | 'mk' | 'all';
  @Optional() @Text() rqvl?: string;
  @Optional() @Before() page?: number;

  get filter(): SettlementFilter {
    const value = this.rqvl ?? '';
    switch (this.rqtp) {
      case 'kind':
        return { kind: value as SettlementKind };
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

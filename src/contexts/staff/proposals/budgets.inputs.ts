import { Code, Optional, RequestType, Text } from '../../../platform/http/input.decorators.js';
import { ListInput } from '../../../platform/http/list-input.js';
import { SortedBy } from '../../../platform/http/list-keys.js';
import type { BlockFilter } from '../../abuse/index.js';
import { BLOCK_KEYS } from './budgets.presenters.js';

@SortedBy(BLOCK_KEYS)
export class BudgetFetchInput extends ListInput {
  @RequestType(['all', 'budget', 'subject', 'mk']) rqtp: 'all' | 'budget' | 'subject' | 'mk';
  @Optional() @Text() rqvl?: string;

  get filter(): BlockFilter {
    const value = this.rqvl ?? '';
    switch (this.rqtp) {
      case 'all':
        return {};
      case 'budget':
        return { budget: value };
      case 'subject':
        return { subject: value };
      case 'mk':
        return { id: value };
    }
  }
}

export class BudgetLiftInput {
  @Text() reqv: string;
  @Text({ max: 1_000 }) reason: string;
  @Code({ max: 16, isProof: true }) pinc: string;
}

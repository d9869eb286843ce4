import { Before, Optional, RequestType, Text } from '../../../platform/http/input.decorators.js';
import type { BlockFilter } from '../../abuse/index.js';

export class BudgetFetchInput {
  @RequestType(['all', 'budget', 'subject', 'mk']) rqtp: 'all' | 'budget' | 'subject' | 'mk';
  @Optional() @Text() rqvl?: string;
  @Optional() @Before() page?: number;

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
  @Text({ max: 16, isProof: true }) pinc: string;
}

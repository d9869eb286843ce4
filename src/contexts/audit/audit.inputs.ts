import { Before, Day, Optional, RequestType, Text } from '../../platform/http/input.decorators.js';
import { ListInput } from '../../platform/http/list-input.js';
import { SortedBy } from '../../platform/http/list-keys.js';
import type { AuditFilter } from './application/ports.js';
import { AUDIT_KEYS } from './audit.presenters.js';

export class UserAuditFetchInput {
  @Text() uxid: string;
  @Optional() @Before() page?: number;
  @Optional() @Day() from?: string;
  @Optional() @Day() to?: string;
}

@SortedBy(AUDIT_KEYS)
export class AuditFetchInput extends ListInput {
  @RequestType(['actor', 'subject', 'action', 'all']) rqtp: 'actor' | 'subject' | 'action' | 'all';
  @Optional() @Text() rqvl?: string;

  get filter(): AuditFilter {
    const value = this.rqvl ?? '';
    switch (this.rqtp) {
      case 'actor':
        return { staffId: value };
      case 'subject':
        return { subject: value };
      case 'action':
        return { action: value };
      case 'all':
        return {};
    }
  }
}

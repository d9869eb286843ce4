import { Choice, Optional, RequestType, Text } from '../../platform/http/input.decorators.js';
import { ListInput } from '../../platform/http/list-input.js';
import { SortedBy } from '../../platform/http/list-keys.js';
import type { SystemLogFilter } from './application/ports.js';
import { SYSTEM_LOG_KEYS } from './system-logs.presenters.js';

@SortedBy(SYSTEM_LOG_KEYS)
export class SystemLogFetchInput extends ListInput {
  @Optional() @RequestType(['mtype', 'mk', 'all']) rqtp?: 'mtype' | 'mk' | 'all';
  @Optional() @Text() rqvl?: string;

  /** Left out, the type is `mk` where a value is given and `all` where none is. */
  get filter(): SystemLogFilter {
    const type = this.rqtp ?? (this.rqvl === undefined ? 'all' : 'mk');
    if (type === 'all') return {};
    return type === 'mk' ? { id: this.rqvl ?? '' } : { kind: this.rqvl ?? '' };
  }
}

export class SystemLogResolveInput {
  @Text() reqv: string;
  @Choice(['resolved', 'ignored']) status: 'resolved' | 'ignored';
  @Optional() @Text({ max: 10_000 }) note?: string;
}

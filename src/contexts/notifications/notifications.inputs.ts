import { Before, Optional, RequestType, Text } from '../../platform/http/input.decorators.js';
import { ListInput } from '../../platform/http/list-input.js';
import { SortedBy } from '../../platform/http/list-keys.js';
import { NOTICE_KEYS } from './notifications.presenters.js';

export class NoticeFetchInput {
  @Optional() @Before() page?: number;
}

@SortedBy(NOTICE_KEYS)
export class UserNoticesInput extends ListInput {
  @Text() rqux: string;
}

export class NotificationFetchInput {
  @RequestType(['user', 'mk', 'all']) rqtp: 'user' | 'mk' | 'all';
  @Optional() @Text() rqvl?: string;
}

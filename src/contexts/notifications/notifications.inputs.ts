import { Before, Optional, RequestType, Text } from '../../platform/http/input.decorators.js';

export class NoticeFetchInput {
  @Optional() @Before() page?: number;
}

export class UserNoticesInput {
  @Text() rqux: string;
  @Optional() @Before() page?: number;
}

export class NotificationFetchInput {
  @RequestType(['user', 'mk', 'all']) rqtp: 'user' | 'mk' | 'all';
  @Optional() @Text() rqvl?: string;
}

import { Before, Count, Optional, RequestType, Text } from '../../platform/http/input.decorators.js';

const ACCOUNTS_PER_PAGE = 15;
const MAX_PER_PAGE = 100;

const USER_REQUESTS = ['email', 'phone', 'status', 'country', 'name', 'reference', 'meter', 'account', 'all'] as const;

export class UserListInput {
  @Optional() @RequestType(USER_REQUESTS) rqtp?: (typeof USER_REQUESTS)[number];
  @Optional() @Text() rqvl?: string;
  @Optional() @Before() page?: number;
  @Optional() @Count({ min: 1, max: MAX_PER_PAGE, default: ACCOUNTS_PER_PAGE }) pnum: number;
}

export class UserDetailsInput {
  @Text() uxid: string;
}

export class UserLoginHistoryInput {
  @Text() uxid: string;
  @Optional() @Before() page?: number;
}

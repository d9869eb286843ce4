import { Before, Count, Optional, RequestType, Text } from '../../platform/http/input.decorators.js';

const ACCOUNTS_PER_PAGE = 15;
const MAX_PER_PAGE = 100;

export class UserListInput {
  @Optional() @RequestType(['email', 'phone', 'status', 'country', 'all']) rqtp?:
    'email' | 'phone' | 'status' | 'country' | 'all';
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

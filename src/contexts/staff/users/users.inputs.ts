import {
  Before,
  Choice,
  Flag,
  NewEmail,
  Optional,
  Password,
  PersonName,
  PhoneNumber,
  RequestType,
  Text,
} from '../../../platform/http/input.decorators.js';
import { ListInput } from '../../../platform/http/list-input.js';
import type { AccountChanges, AccountStatus } from '../../sign-in/index.js';
import type { NewTestAccount } from './application/create-test-user.js';
import type { Reason } from './application/modify-user.js';

const USER_REQUESTS = ['email', 'phone', 'status', 'country', 'name', 'reference', 'meter', 'account', 'all'] as const;

const VERIFICATIONS = ['verified', 'unverified'] as const;
type Verification = (typeof VERIFICATIONS)[number];

const DEVICE_NAME = 'Pixel 8';

export class UserListInput extends ListInput {
  @Optional() @RequestType(USER_REQUESTS) rqtp?: (typeof USER_REQUESTS)[number];
  @Optional() @Text() rqvl?: string;
}

export class UserDetailsInput {
  @Text() uxid: string;
}

export class UserLoginHistoryInput {
  @Text() uxid: string;
  @Optional() @Before() page?: number;
}

export class UserModifyInput {
  @Text() uxid: string;
  @Optional() @PersonName() fNme?: string;
  @Optional() @PersonName() lNme?: string;
  @Optional() @PhoneNumber() phone?: string;
  @Optional() @Choice(['active', 'suspended']) status?: AccountStatus;
  @Optional() @Text() reason?: string;
  @Optional() @Flag() notify?: boolean;
  @Optional() @Choice(VERIFICATIONS) phoneVerify?: Verification;
  @Optional() @Choice(VERIFICATIONS) identVerify?: Verification;
  /** With `phoneVerify` and `identVerify`. */
  @Optional() @Text({ max: 16 }) pinc?: string;

  get changes(): AccountChanges {
    return {
      firstName: this.fNme,
      lastName: this.lNme,
      phoneNumber: this.phone,
      status: this.status,
      phoneVerified: isVerified(this.phoneVerify),
      identityVerified: isVerified(this.identVerify),
    };
  }

  get toldReason(): Reason {
    return { text: this.reason ?? '', isTold: this.notify ?? false };
  }
}

export class UserSessionEndInput {
  @Text() uxid: string;
  @Text() reqv: string;
  @Text() reason: string;
}

export class TestUserCreateInput {
  @PersonName() fsnm: string;
  @PersonName() lsnm: string;
  @NewEmail() emal: string;
  @Password() pswd: string;
  @Text() devt: string;
  @Text() devs: string;
  @Optional() @Text() devn?: string;

  get testAccount(): NewTestAccount {
    return {
      firstName: this.fsnm,
      lastName: this.lsnm,
      email: this.emal,
      password: this.pswd,
      device: { type: this.devt, serial: this.devs, name: this.devn ?? DEVICE_NAME },
    };
  }
}

export type TestUserRequest = 'userid' | 'email' | 'archive' | 'active' | 'mk' | 'all';

export class TestUserFetchInput {
  @RequestType(['userid', 'email', 'archive', 'active', 'mk', 'all']) rqtp: TestUserRequest;
  @Optional() @Text() rqvl?: string;
  @Optional() @Before() page?: number;
}

function isVerified(given: Verification | undefined): boolean | undefined {
  return given === undefined ? undefined : given === 'verified';
}

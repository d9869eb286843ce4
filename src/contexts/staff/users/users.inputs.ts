import {
  Before,
  Choice,
  Code,
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
import { SortedBy } from '../../../platform/http/list-keys.js';
import type { AccountChanges } from '../../sign-in/index.js';
import { LOGIN_KEYS } from '../../sign-in/sign-in.presenters.js';
import type { NewTestAccount } from './application/create-test-user.js';
import type { Reason } from './application/modify-user.js';
import { USER_KEYS } from './users.presenters.js';

const USER_REQUESTS = ['email', 'phone', 'status', 'country', 'name', 'reference', 'meter', 'account', 'all'] as const;

const VERIFICATIONS = ['verified', 'unverified'] as const;
type Verification = (typeof VERIFICATIONS)[number];

const DEVICE_NAME = 'Pixel 8';

@SortedBy(USER_KEYS)
export class UserListInput extends ListInput {
  @Optional() @RequestType(USER_REQUESTS) rqtp?: (typeof USER_REQUESTS)[number];
  @Optional() @Text() rqvl?: string;
}

export class UserDetailsInput {
  @Text() uxid: string;
}

@SortedBy(LOGIN_KEYS)
export class UserLoginHistoryInput extends ListInput {
  @Text() uxid: string;
}

export class UserModifyInput {
  @Text() uxid: string;
  @Optional() @PersonName() fNme?: string;
  @Optional() @PersonName() lNme?: string;
  @Optional() @PhoneNumber() phone?: string;
  @Optional() @Choice(['active', 'suspended', 'closing', 'kept']) status?: 'active' | 'suspended' | 'closing' | 'kept';
  @Optional() @Text() reason?: string;
  @Optional() @Flag() notify?: boolean;
  @Optional() @Choice(VERIFICATIONS) phoneVerify?: Verification;
  @Optional() @Choice(VERIFICATIONS) identVerify?: Verification;
  /** With `phoneVerify` and `identVerify`. */
  @Optional() @Code({ max: 16 }) pinc?: string;

  get isKept(): boolean {
    return this.status === 'kept';
  }

  get changes(): AccountChanges {
    return {
      firstName: this.fNme,
      lastName: this.lNme,
      phoneNumber: this.phone,
      status: this.status === 'kept' ? 'active' : this.status,
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

import { Optional, Password, PersonName, PhoneNumber } from '../../platform/http/input.decorators.js';
import type { AccountChanges } from '../sign-in/index.js';

export class ProfileUpdateInput {
  @Optional() @PersonName() fNme?: string;
  @Optional() @PersonName() lNme?: string;
  @Optional() @PhoneNumber() phoneNumber?: string;

  get changes(): AccountChanges {
    return { firstName: this.fNme, lastName: this.lNme, phoneNumber: this.phoneNumber };
  }
}

export class AccountCloseInput {
  @Password() pswd: string;
}

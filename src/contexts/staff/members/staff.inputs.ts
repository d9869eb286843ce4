import {
  Code,
  Email,
  LongText,
  NewEmail,
  Optional,
  Password,
  PhoneNumber,
  Switches,
  Text,
} from '../../../platform/http/input.decorators.js';
import { ListInput } from '../../../platform/http/list-input.js';
import { SortedBy } from '../../../platform/http/list-keys.js';
import type { Device, SignInContext } from '../../sign-in/index.js';
import { LOGIN_KEYS } from '../../sign-in/sign-in.presenters.js';
import type { StaffDetailChanges } from './application/ports.js';
import type { StaffInvitee } from './application/invite-staff.js';
import type { StaffRegistration } from './application/register-staff.js';
import { type Grant, PERMISSIONS } from './domain/grants.js';
import { STAFF_KEYS } from './staff.presenters.js';

const CODE = { max: 16 };
const UNKNOWN_DEVICE = { type: 'Web', serial: 'staff' };

type Group = keyof typeof PERMISSIONS;

/** The permissions of all groups; each group lists the names with YES. */
abstract class GrantsInput {
  abstract staffcx: string[];
  abstract statscx: string[];
  abstract offercx: string[];
  abstract helpscx: string[];
  abstract userscx: string[];
  abstract othercx: string[];

  get grants(): Grant[] {
    const groups: [Group, string[]][] = [
      ['staffControl', this.staffcx],
      ['StatsControl', this.statscx],
      ['offerControl', this.offercx],
      ['helpControl', this.helpscx],
      ['userControl', this.userscx],
      ['otherControl', this.othercx],
    ];
    return groups.flatMap(([group, names]) => names.map((name) => `${group}.${name}` as Grant));
  }
}

export class StaffCreateInput extends GrantsInput {
  @NewEmail() stemail: string;
  @PhoneNumber() stphone: string;
  @Text() stxrole: string;
  @Text() stxdept: string;
  @LongText() stafbio: string;
  @Switches(PERMISSIONS.staffControl) staffcx: string[];
  @Switches(PERMISSIONS.StatsControl) statscx: string[];
  @Switches(PERMISSIONS.offerControl) offercx: string[];
  @Switches(PERMISSIONS.helpControl) helpscx: string[];
  @Switches(PERMISSIONS.userControl) userscx: string[];
  @Switches(PERMISSIONS.otherControl) othercx: string[];

  get invitee(): StaffInvitee {
    return {
      email: this.stemail,
      phone: this.stphone,
      role: this.stxrole,
      department: this.stxdept,
      bio: this.stafbio,
      grants: this.grants,
    };
  }
}

export class StaffUpdateInput extends GrantsInput {
  @Text() requxid: string;
  @Switches(PERMISSIONS.staffControl) staffcx: string[];
  @Switches(PERMISSIONS.StatsControl) statscx: string[];
  @Switches(PERMISSIONS.offerControl) offercx: string[];
  @Switches(PERMISSIONS.helpControl) helpscx: string[];
  @Switches(PERMISSIONS.userControl) userscx: string[];
  @Switches(PERMISSIONS.otherControl) othercx: string[];
}

export class StaffDetailsInput {
  @Text() requxid: string;
  @Optional() @PhoneNumber() stphone?: string;
  @Optional() @Text() stxrole?: string;
  @Optional() @Text() stxdept?: string;
  @Optional() @LongText() stafbio?: string;

  get changes(): StaffDetailChanges {
    return { phone: this.stphone, role: this.stxrole, department: this.stxdept, bio: this.stafbio };
  }
}

export class StaffLoginInput {
  @Email() emal: string;
  @Password() pswd: string;
  @Code(CODE) pinc: string;
  @Text() dvty: string;
  @Text() dsnm: string;
  @Optional() @Text() dvnm?: string;

  context(ip: string): SignInContext {
    return { ip, device: { type: this.dvty, serial: this.dsnm, name: this.dvnm ?? '' }, push: undefined };
  }
}

export class StaffRegisterInput {
  @Text() rgid: string;
  @Email() emal: string;
  @Password() pswd: string;
  @Code(CODE) pinc: string;
  @Optional() @Text() dvnm?: string;
  @Optional() @Text() dvty?: string;
  @Optional() @Text() dsnm?: string;

  get registration(): StaffRegistration {
    return { registrationId: this.rgid, email: this.emal, password: this.pswd, code: this.pinc };
  }

  context(ip: string): SignInContext {
    const device: Device = {
      type: this.dvty ?? UNKNOWN_DEVICE.type,
      serial: this.dsnm ?? UNKNOWN_DEVICE.serial,
      name: this.dvnm ?? '',
    };
    return { ip, device, push: undefined };
  }
}

export class RegisterInfoInput {
  @Text() rqvl: string;
}

export class StaffDisableInput {
  @Text() rquxid: string;
}

export class StaffReinviteInput {
  @Text() rquxid: string;
}

export class StaffInfoInput {
  @Text() uxid: string;
}

@SortedBy(STAFF_KEYS)
export class StaffMembersInput extends ListInput {}

@SortedBy(LOGIN_KEYS)
export class StaffLoginHistoryInput extends ListInput {
  @Text() uxid: string;
}

export class TwoFactorInput {
  @Text() rqvl: string;
}

export class OwnCodeInput {
  @Code(CODE) pinc: string;
}

export class TwoFactorWithCodeInput {
  @Text() rqvl: string;
  @Code(CODE) pinc: string;
}

import { Choice, Code, Email, NewEmail, Optional, Password, PersonName, Text } from '../../platform/http/input.decorators.js';
import type { GoogleLogin } from './google.js';
import type { PinUpdate } from './pins.js';
import type { EmailUpdate } from './reset-password.js';
import type { Device, PushTarget } from './sessions.js';
import { CODE_PURPOSES, type MailedPurpose } from './verification-code.js';
import { PIN_FORM } from './transaction-pin.js';
import { PHONE_CHANNELS, type PhoneChannel } from './phones.js';
import type { Registration } from './log-in.js';

const NEW_PIN = /^(?:[0-9]{4}|[0-9]{6})?$/;
const TOKEN_TYPE = { max: 64 };
const PUSH_TOKEN = { max: 512 };
/** Issued tokens have some hundred to two thousand characters. */
const ID_TOKEN = { max: 10_000 };

function pushTarget(tktp: string | undefined, phtk: string | undefined, chid: string | undefined): PushTarget | undefined {
  return tktp !== undefined && phtk !== undefined ? { tokenType: tktp, pushToken: phtk, channelId: chid ?? '' } : undefined;
}

export class RegisterInput {
  @PersonName() fsnm: string;
  @PersonName() lsnm: string;
  @NewEmail() emal: string;
  @Password() pswd: string;
  @Text() devt: string;
  @Text() devs: string;
  @Text() devn: string;
  @Optional() @Text() refx?: string;
  @Optional() @Text(TOKEN_TYPE) tktp?: string;
  @Optional() @Text(PUSH_TOKEN) phtk?: string;
  @Optional() @Text() chid?: string;

  get registration(): Registration {
    return { firstName: this.fsnm, lastName: this.lsnm, email: this.emal, password: this.pswd, referrer: this.refx };
  }

  get device(): Device {
    return { type: this.devt, serial: this.devs, name: this.devn };
  }

  get push(): PushTarget | undefined {
    return pushTarget(this.tktp, this.phtk, this.chid);
  }
}

export class LoginInput {
  @Email() emal: string;
  @Password() pswd: string;
  @Text() dvty: string;
  @Text() dsnm: string;
  @Optional() @Text() dvnm?: string;
  @Optional() @Text(TOKEN_TYPE) tktp?: string;
  @Optional() @Text(PUSH_TOKEN) phtk?: string;
  @Optional() @Text() chid?: string;
  @Optional() @Code() code?: string;

  get email(): string {
    return this.emal;
  }

  get password(): string {
    return this.pswd;
  }

  get device(): Device {
    return { type: this.dvty, serial: this.dsnm, name: this.dvnm ?? '' };
  }

  get push(): PushTarget | undefined {
    return pushTarget(this.tktp, this.phtk, this.chid);
  }
}

export class GoogleLoginInput {
  @Text(ID_TOKEN) rqat: string;
  @Text() devt: string;
  @Text() devs: string;
  @Text() devn: string;
  @Optional() @Text(TOKEN_TYPE) tktp?: string;
  @Optional() @Text(PUSH_TOKEN) phtk?: string;
  @Optional() @Text() chid?: string;
  @Optional() @Text() nonce?: string;
  @Optional() @Password() pswd?: string;

  get login(): GoogleLogin {
    return { idToken: this.rqat, nonce: this.nonce, password: this.pswd };
  }

  get device(): Device {
    return { type: this.devt, serial: this.devs, name: this.devn };
  }

  get push(): PushTarget | undefined {
    return pushTarget(this.tktp, this.phtk, this.chid);
  }
}

export class SessionEndInput {
  @Text() reqv: string;
  @Optional() @Password() pswd?: string;
}

export class PasswordChangeInput {
  @Password() pswd: string;
  @Password() npwd: string;

  get current(): string {
    return this.pswd;
  }

  get next(): string {
    return this.npwd;
  }
}

export class PinUpdateInput {
  @Password() pswd: string;
  /** Empty: no PIN from now on. */
  @Text({ min: 0, pattern: NEW_PIN, form: '4 or 6 digits, or nothing' }) pinc: string;
  @Optional() @Text({ pattern: PIN_FORM, form: '4 or 6 digits' }) opin?: string;
  @Optional() @Code() code?: string;

  get update(): PinUpdate {
    return { password: this.pswd, pin: this.pinc, presentPin: this.opin, code: this.code };
  }
}

export class PasswordResetInput {
  @Email() emal: string;
  @Password() pswd: string;
  @Code() code: string;

  get email(): string {
    return this.emal;
  }

  get password(): string {
    return this.pswd;
  }
}

export class CodeRequestInput {
  @Email() emal: string;
  @Optional() @Choice(CODE_PURPOSES) purpose?: MailedPurpose;

  get email(): string {
    return this.emal;
  }
}

export class EmailCodeInput {
  @Email() emal: string;
  @Code() code: string;

  get email(): string {
    return this.emal;
  }
}

export class EmailUpdateInput {
  @NewEmail() emal: string;
  @Code() code: string;
  @Optional() @Password() pswd?: string;

  get update(): EmailUpdate {
    return { email: this.emal, code: this.code, password: this.pswd };
  }
}

export class PhoneCodeRequestInput {
  @Optional() @Choice(PHONE_CHANNELS) channel?: PhoneChannel;
}

export class CodeInput {
  @Code() code: string;
}

import { Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/clock.js';
import { newId } from '../../../kernel/ids.js';
import { Mailer } from '../../../kernel/mail.js';
import { Notices, PushRegistrations } from '../../notifications/index.js';
import type { Account } from '../domain/account.js';
import { type Credentials, drawPublicKey, drawSecret, sessionLifeMs } from '../domain/session.js';
import { NEW_DEVICE } from './mails.js';
import type { SignInContext } from './ports/sign-in-context.js';
import { IdentitySettings } from './ports/identity-settings.js';
import { LoginRecords } from './ports/login-records.js';
import { type Device, Sessions } from './ports/sessions.js';
import type { SessionOptions } from './ports/sign-in.js';

/** For an authenticated user, in the caller's unit of work. */
@Injectable()
export class BeginSession {
  constructor(
    private readonly sessions: Sessions,
    private readonly loginRecords: LoginRecords,
    private readonly pushRegistrations: PushRegistrations,
    private readonly notices: Notices,
    private readonly mailer: Mailer,
    private readonly settings: IdentitySettings,
    private readonly clock: Clock,
  ) {}

  async execute(account: Account, { ip, device, push }: SignInContext, options: SessionOptions = {}): Promise<Credentials> {
    const { grants, isRegistration = false } = options;
    const credentials: Credentials = {
      sessionId: newId(),
      userId: account.id,
      publicKey: drawPublicKey(),
      secret: drawSecret(),
      expires: this.clock.now() + sessionLifeMs(this.settings.sessionLifeMs, grants !== undefined),
    };
    const isKnown = isRegistration || (await this.loginRecords.knowsDevice(account.id, device.serial));
    await this.sessions.begin({ ...credentials, id: credentials.sessionId, device, ...(grants ? { grants } : {}) });
    await this.loginRecords.add({ userId: account.id, ip, device, outcome: 'success' });
    if (push) await this.pushRegistrations.register({ userId: account.id, ...push });
    if (!isKnown) await this.warn(account, device, ip, credentials.sessionId);
    return credentials;
  }

  private async warn(account: Account, device: Device, ip: string, sessionId: string): Promise<void> {
    const name = device.name || device.type;
    await this.notices.add({
      userId: account.id,
      subject: 'New device',
      message: `${name} signed in to your account from ${ip}. If that was not you, please reset your password.`,
    });
    await this.mailer.send({
      to: account.email,
      template: NEW_DEVICE,
      data: { firstName: account.firstName, device: name, ip },
      key: `new-device:${sessionId}`,
    });
  }
}

import { Injectable } from '@nestjs/common';
import { Mailer } from '../../../kernel/mail.js';
import { Notices } from '../../notifications/index.js';
import type { Account } from '../domain/account.js';
import { NEW_DEVICE } from './mails.js';
import { LoginRecords } from './ports/login-records.js';
import type { Device } from './ports/sessions.js';

interface SignedInDevice {
  readonly device: Device;
  readonly ip: string;
  readonly sessionId: string;
}

/** Tells the owner of a device that signs in for the first time. */
@Injectable()
export class RecogniseDevice {
  constructor(
    private readonly loginRecords: LoginRecords,
    private readonly notices: Notices,
    private readonly mailer: Mailer,
  ) {}

  /** In the caller's unit of work, before the login is recorded. */
  async execute(account: Account, { device, ip, sessionId }: SignedInDevice): Promise<void> {
    if (await this.loginRecords.knowsDevice(account, device.serial)) return;
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

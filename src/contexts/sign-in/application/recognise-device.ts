import { Injectable } from '@nestjs/common';
import { Budgets } from '../../../kernel/budgets.js';
import { Mailer } from '../../../kernel/mail.js';
import { Notices } from '../../notifications/index.js';
import type { Account } from '../domain/account.js';
import { NEW_DEVICE } from './mails.js';
import { type Device, LoginRecords } from './ports/sessions.js';

/** Words of ours, because what a client calls its device may be the text of a phisher. */
const KINDS: Readonly<Record<string, string>> = { android: 'An Android device', ios: 'An iPhone or iPad', web: 'A browser' };

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
    private readonly budgets: Budgets,
  ) {}

  /** In the caller's unit of work, before the login is recorded. */
  async execute(account: Account, { device, ip, sessionId }: SignedInDevice): Promise<void> {
    if (await this.loginRecords.knowsDevice(account, device.serial)) return;
    const kind = KINDS[device.type.toLowerCase()] ?? 'A device';
    await this.notices.add({
      userId: account.id,
      subject: 'New device',
      message: `${kind} signed in to your account from ${ip}. If that was not you, please reset your password.`,
    });
    if (!account.emailVerified || !(await this.budgets.trySpend('new_device_mails', account.id))) return;
    await this.mailer.send({ to: account.email, template: NEW_DEVICE, data: { kind, ip }, key: `new-device:${sessionId}` });
  }
}

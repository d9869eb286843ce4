import { Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/clock.js';
import { lagosDay } from '../../../kernel/lagos-time.js';
import { Mailer } from '../../../kernel/mail.js';
import { Notices } from '../../notifications/index.js';
import type { Account } from '../domain/account.js';
import { NEW_DEVICE } from './mails.js';
import { FailedLoginCounts } from './ports/failed-logins.js';
import { LoginRecords } from './ports/login-records.js';
import type { Device } from './ports/sessions.js';

const MAILS_PER_DAY = 3;
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
    private readonly counts: FailedLoginCounts,
    private readonly clock: Clock,
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
    if (!account.emailVerified || !(await this.countMail(account.id))) return;
    await this.mailer.send({ to: account.email, template: NEW_DEVICE, data: { kind, ip }, key: `new-device:${sessionId}` });
  }

  /** False where the account had its mails of the day. */
  private async countMail(userId: string): Promise<boolean> {
    const now = this.clock.now();
    const key = { subject: `new devices of ${userId} on ${lagosDay(now)}`, ip: '' };
    const sent = await this.counts.find(key);
    return sent.count < MAILS_PER_DAY && this.counts.replace(key, sent, { count: sent.count + 1, lastAt: now });
  }
}

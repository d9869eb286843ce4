import { Injectable } from '@nestjs/common';
import { Budgets } from '../../../kernel/budgets.js';
import type { NewDevice } from '../../../kernel/caller.js';
import { Clock, DAY_MS } from '../../../kernel/clock.js';
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
    private readonly clock: Clock,
  ) {}

  /** In the caller's unit of work, before the login is recorded. @returns for a day from the first sign-in of the device */
  async execute(account: Account, signedIn: SignedInDevice): Promise<NewDevice | undefined> {
    const now = this.clock.now();
    const { serial } = signedIn.device;
    const seenAt = await this.loginRecords.deviceSeenAt(account, serial);
    if (seenAt === undefined) await this.tell(account, signedIn);
    else if (seenAt <= now - DAY_MS) return undefined;
    const devices = await this.loginRecords.newDevices(account, now - DAY_MS);
    const opener = account.devicesTrustedFrom === 0 && account.createdAt > now - DAY_MS ? devices[0]?.serial : undefined;
    if (serial === opener) return undefined;
    // What several new devices pay counts together.
    const first = devices.find((device) => device.serial !== opener);
    return { from: first?.seenAt ?? now, until: (seenAt ?? now) + DAY_MS };
  }

  private async tell(account: Account, { device, ip, sessionId }: SignedInDevice): Promise<void> {
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

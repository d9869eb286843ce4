import { Injectable } from '@nestjs/common';
import { maskSerial } from '../../kernel/masking.js';
import { Users } from '../sign-in/index.js';
import { type MailTemplate, Mailer } from '../../kernel/mail.js';
import { Notices } from '../notifications/index.js';
import { type Payee } from './payee.js';

const WARNING =
  'If this was not you, change your password in the app now and tell our support. The new password signs all other devices out.';

export const PAYEE_ADDED: MailTemplate = {
  name: 'payee-added',
  class: 'security',
  subject: 'A payee was saved',
  lead: '{{payee}} was saved as a payee of your account.',
  facts: [
    ['Name', '{{payee}}'],
    ['Where', '{{to}}'],
    ['Time', '{{time}}'],
  ],
  warning: WARNING,
};

export const FIRST_PAYMENT: MailTemplate = {
  name: 'first-payment',
  class: 'security',
  subject: 'You paid to an account for the first time',
  lead: 'You paid to {{payee}} for the first time.',
  facts: [
    ['Name', '{{payee}}'],
    ['Account', '{{to}}'],
    ['Time', '{{time}}'],
  ],
  warning: WARNING,
};

interface PaidAccount {
  readonly bank: string;
  readonly bankCode: string;
  readonly account: string;
  readonly name: string;
}

/**
 * Tells the owner by notice, and by mail if the address is proved: a thief of an account adds payees and pays them. It has only
 * our words, because the label may be the text of a phisher.
 */
@Injectable()
export class TellOwner {
  constructor(
    private readonly users: Users,
    private readonly notices: Notices,
    private readonly mailer: Mailer,
  ) {}

  /** In the caller's unit of work. @param to the destination, for people */
  async ofPayee({ id, userId, name }: Payee, to: string): Promise<void> {
    await this.notices.add({
      userId,
      subject: 'New payee',
      message: `${name}, ${to}, was saved as a payee. If that was not you, please reset your password and tell our support.`,
    });
    const owner = await this.users.find(userId);
    if (!owner?.emailVerified) return;
    await this.mailer.send({
      to: owner.email,
      template: PAYEE_ADDED,
      data: { payee: name, to },
      key: `payee-added:${id}`,
    });
  }

  /** In the caller's unit of work. */
  async ofFirstPayment(userId: string, { bank, bankCode, account, name }: PaidAccount): Promise<void> {
    const to = `${bank}, ${maskSerial(account)}`;
    await this.notices.add({
      userId,
      subject: 'First payment to an account',
      message: `You paid to ${name}, ${to}, for the first time. If that was not you, please reset your password and tell our support.`,
    });
    const owner = await this.users.find(userId);
    if (!owner?.emailVerified) return;
    const key = `first-payment:${userId}:${bankCode}:${account}`;
    await this.mailer.send({ to: owner.email, template: FIRST_PAYMENT, data: { payee: name, to }, key });
  }
}

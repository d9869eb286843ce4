import { type Account, Users } from '../../sign-in/index.js';
import type { StaffProfile } from './profiles.js';
import { Injectable } from '@nestjs/common';
import { Mailer, type MailTemplate } from '../../../kernel/mail.js';
import { Notices } from '../../notifications/index.js';
import { newId } from '../../../kernel/ids.js';
import type { StaffMember } from '../../audit/index.js';

/** The account's address, which may have changed since the invitation; that of the invitation if there is no account yet. */
export async function presentAddress(users: Users, { userId, email }: StaffProfile): Promise<string> {
  const account = userId === undefined ? undefined : await users.find(userId);
  return account?.email ?? email;
}

/** A passkey, as far as a message is about it. */
interface TouchedPasskey {
  readonly id: string;
  readonly userId: string;
}

/** Messages to members of staff about their second factors. */
@Injectable()
export class MemberMessages {
  constructor(
    private readonly users: Users,
    private readonly notices: Notices,
    private readonly mailer: Mailer,
  ) {}

  /** In the caller's unit of work. Without the passkey's name, which may be the text of an intruder. */
  async ofPasskey(profile: StaffProfile, template: MailTemplate, { id, userId }: TouchedPasskey, ip: string): Promise<void> {
    const to = await presentAddress(this.users, profile);
    const data = { agentName: profile.agentName, ip };
    await this.mailer.send({ to, template, data, key: `${template.name}:${id}` });
    const message = `It was done from ${ip}. If that was not you, tell another administrator at once.`;
    await this.notices.add({ userId, subject: template.subject, message });
  }

  /** The account was read for this sign-in, so that its address is the present one. */
  async ofCopiedPasskey(
    { id: userId, email }: Pick<Account, 'id' | 'email'>,
    { agentName }: StaffProfile,
    ip: string,
  ): Promise<void> {
    const { name, subject } = PASSKEY_COPIED;
    await this.mailer.send({ to: email, template: PASSKEY_COPIED, data: { agentName, ip }, key: `${name}:${newId()}` });
    const message = `A sign-in with your password from ${ip} was refused for it. If that was not you, change your password, and tell another administrator at once.`;
    await this.notices.add({ userId, subject, message });
  }

  /**
   * Tells members of staff that a colleague has their second factor.
   * In the caller's unit of work. @param subject of the notice, which says who did it, as `Your authenticator key was shown`
   */
  async ofSecondFactor(profile: StaffProfile, template: MailTemplate, subject: string, by: StaffMember): Promise<void> {
    const { userId, agentName } = profile;
    const colleague = await this.users.find(by.userId);
    const who = colleague === undefined ? 'A colleague' : `${colleague.firstName} ${colleague.lastName}`.trim();
    // Without the key: the mailbox must not give both factors.
    const to = await presentAddress(this.users, profile);
    await this.mailer.send({ to, template, data: { agentName, who }, key: `second-factor:${newId()}` });
    if (userId === undefined || userId === by.userId) return;
    const message = `${who} did it. If you did not ask for it, tell another administrator at once.`;
    await this.notices.add({ userId, subject, message });
  }
}

export const SECOND_FACTOR_RESET: MailTemplate = {
  name: 'staff-second-factor-reset',
  class: 'security',
  subject: 'Your authenticator key was reset',
  greeting: 'Hello {{agentName}},',
  lead: '{{who}} replaced the key of your authenticator app, and you were signed out.',
  facts: [
    ['By', '{{who}}'],
    ['Time', '{{time}}'],
  ],
  paragraphs: ['They will give you the new key. Codes of the old one and your passkeys do not work any more.'],
  warning: 'If you did not ask for it, tell another administrator at once.',
};

export const SECOND_FACTOR_SHOWN: MailTemplate = {
  name: 'staff-second-factor-shown',
  class: 'security',
  subject: 'Your authenticator key was shown to a colleague',
  greeting: 'Hello {{agentName}},',
  lead: '{{who}} looked at the key of your authenticator app, and can now make your sign-in codes.',
  facts: [
    ['By', '{{who}}'],
    ['Time', '{{time}}'],
  ],
  paragraphs: ['For 30 days neither of you can approve what the other one proposes.'],
  warning: 'If you did not ask for it, have another administrator reset your key, and change your password.',
};

export const PASSKEY_ADDED: MailTemplate = {
  name: 'staff-passkey-added',
  class: 'security',
  subject: 'A passkey was added to your account',
  greeting: 'Hello {{agentName}},',
  lead: 'A passkey was added, with which you can sign in to the console in place of a code.',
  facts: [
    ['Network address', '{{ip}}'],
    ['Time', '{{time}}'],
  ],
  paragraphs: ['You still need your password to sign in, and a code when you approve something.'],
  warning: 'If that was not you, change your password, and tell another administrator at once: they reset your second factor.',
};

export const PASSKEY_REMOVED: MailTemplate = {
  name: 'staff-passkey-removed',
  class: 'security',
  subject: 'A passkey was removed from your account',
  greeting: 'Hello {{agentName}},',
  lead: 'A passkey was removed. Nobody can sign in to the console with it any more.',
  facts: [
    ['Network address', '{{ip}}'],
    ['Time', '{{time}}'],
  ],
  paragraphs: ['Codes of your authenticator app work as before.'],
  warning: 'If that was not you, change your password, and tell another administrator at once.',
};

export const PASSKEY_COPIED: MailTemplate = {
  name: 'staff-passkey-copied',
  class: 'security',
  subject: 'Somebody may have a copy of your passkey',
  greeting: 'Hello {{agentName}},',
  lead: 'Somebody signed in with your password and one of your passkeys. We refused it, because the counter of the passkey had not moved: somebody may have a copy of it.',
  facts: [
    ['Network address', '{{ip}}'],
    ['Time', '{{time}}'],
  ],
  paragraphs: ['Sign in with a code of your authenticator app, remove the passkey in the console, and add another one.'],
  warning: 'If that was not you, change your password, and tell another administrator at once.',
};

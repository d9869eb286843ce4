import type { MailTemplate } from '../../kernel/mail.js';
import type { MailedPurpose } from './verification-code.js';

const CODE_EFFECTS: Readonly<Record<MailedPurpose, string>> = {
  confirm: 'confirm your e-mail address',
  reset: 'set a new password',
  update: 'use this address for your account',
  export: 'download your personal data',
  pin: 'change or remove your transaction PIN',
  login: 'sign in on a new device',
  device: 'bind another device to your account',
};

export function effectsOf(purposes: readonly MailedPurpose[]): string {
  return purposes.map((purpose) => CODE_EFFECTS[purpose]).join(' or ');
}

export const VERIFICATION_CODE: MailTemplate = {
  name: 'verification-code',
  class: 'security',
  subject: 'Your verification code',
  lead: 'Enter this code in the app to {{effects}}. It works for one hour.',
  code: ['Your verification code', '{{code}}'],
  facts: [['Asked for', '{{time}}']],
  warning:
    'If you did not ask for this code, ignore this mail and do not enter it. Never tell the code to anybody, not even to us.',
};

/** Without the name, which anybody could use to mail text to any address. */
export const WELCOME: MailTemplate = {
  name: 'welcome',
  class: 'security',
  subject: 'Welcome: please confirm your e-mail address',
  lead: 'Your account is ready. To confirm that this address is yours, enter this code in the app within one hour.',
  code: ['Your verification code', '{{code}}'],
  facts: [
    ['Referral code', '{{referenceId}}'],
    ['Registered', '{{time}}'],
  ],
  paragraphs: [
    'Enter it only if this mailbox and this account are yours. The account can then pay, and we send its mails here, also those that reset its password.',
    'Share your referral code: you get a bonus when a friend registers with it and makes a first purchase.',
  ],
  warning:
    'If you did not register, somebody entered your address. Do not enter the code and do not pass it on. You can ignore this mail. You can also take the account over: reset its password with this address in the app. That signs everybody else out.',
};

export const NEW_DEVICE: MailTemplate = {
  name: 'new-device',
  class: 'security',
  subject: 'A new device signed in to your account',
  lead: 'A device that we did not know has just signed in to your account.',
  facts: [
    ['Device', '{{kind}}'],
    ['Network address', '{{ip}}'],
    ['Time', '{{time}}'],
  ],
  paragraphs: ['If that was you, there is nothing to do.'],
  warning: 'If that was not you, reset your password in the app now. That signs every device out.',
};

export const SESSION_REUSED: MailTemplate = {
  name: 'session-reused',
  class: 'security',
  subject: 'A device was signed out of your account',
  greeting: 'Hello {{firstName}},',
  lead: 'We signed one of your devices out, because somebody used an old key of it again.',
  facts: [['Time', '{{time}}']],
  paragraphs: ['This can mean that somebody copied the key. Please sign in again.'],
  warning: 'If you do not know why this happened, change your password in the app now. That signs all other devices out.',
};

export const GUESSING: MailTemplate = {
  name: 'guessing',
  class: 'security',
  subject: 'Somebody tried to guess your password',
  greeting: 'Hello {{firstName}},',
  lead: 'Somebody entered a wrong password for your account more than 20 times within an hour.',
  facts: [['Time', '{{time}}']],
  paragraphs: [
    'Unknown devices now have to wait between attempts. Your own devices do not. If you use a new device, the app sends a code to this mailbox, and you sign in with it at once.',
  ],
  warning:
    'You need not do anything if your password is long and used nowhere else. Otherwise, change it in the app now. Never tell a code or a password to anybody, not even to us.',
};

export const GUESSING_CODES: MailTemplate = {
  name: 'guessing-codes',
  class: 'security',
  subject: 'Somebody tried to guess a code of your account',
  greeting: 'Hello {{firstName}},',
  lead: 'Somebody entered a wrong verification code for your account more than 25 times within a day.',
  facts: [['Time', '{{time}}']],
  paragraphs: [
    'They now have to wait between attempts. You do not have to wait with a code of eight letters and digits from this mailbox.',
  ],
  warning:
    'You need not do anything. Nobody can reset your password without a code from this mailbox. Never tell a code to anybody, not even to us.',
};

export const PASSWORD_CHANGED: MailTemplate = {
  name: 'password-changed',
  class: 'security',
  subject: 'Your password was changed',
  greeting: 'Hello {{firstName}},',
  lead: 'The password of your account was changed, and all other devices were signed out.',
  facts: [['Time', '{{time}}']],
  warning: 'If that was not you, reset your password in the app now and tell our support.',
};

export const PASSWORD_RESET: MailTemplate = {
  name: 'password-reset',
  class: 'security',
  subject: 'Your password was reset',
  greeting: 'Hello {{firstName}},',
  lead: 'The password of your account was reset with a code from this mailbox, and all devices were signed out.',
  facts: [['Time', '{{time}}']],
  paragraphs: ['You can sign in with the new password now.', '{{payments}}'],
  warning: 'If that was not you, secure this mailbox, reset your password and tell our support.',
};

export const PIN_UPDATED: MailTemplate = {
  name: 'pin-updated',
  class: 'security',
  subject: 'The transaction PIN of your account was {{change}}',
  greeting: 'Hello {{firstName}},',
  lead: 'The transaction PIN of your account was {{change}}.',
  facts: [['Time', '{{time}}']],
  paragraphs: ['{{payments}}'],
  warning: 'If that was not you, reset your password in the app now and tell our support.',
};

export const EMAIL_CHANGED: MailTemplate = {
  name: 'email-changed',
  class: 'security',
  subject: 'The e-mail address of your account was changed',
  greeting: 'Hello {{firstName}},',
  lead: 'The e-mail address of your account was changed.',
  facts: [
    ['New address', '{{newEmail}}'],
    ['Old address', '{{oldEmail}}'],
    ['Time', '{{time}}'],
  ],
  paragraphs: ['{{payments}}'],
  warning: 'If that was not you, tell our support at once.',
};

export const CLOSING_UNDONE: MailTemplate = {
  name: 'closing-undone',
  class: 'security',
  subject: 'Your account stays open',
  greeting: 'Hello {{firstName}},',
  lead: 'You signed in to your account, so it will not be closed.',
  facts: [['Signed in', '{{time}}']],
  paragraphs: ['Everything is as it was before; devices that were signed out have to sign in again.'],
  warning: 'If that was not you, reset your password in the app now and tell our support.',
};

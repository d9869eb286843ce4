import type { MailTemplate } from '../../../kernel/mail.js';
import type { MailedPurpose } from '../domain/verification-code.js';

const CODE_EFFECTS: Readonly<Record<MailedPurpose, string>> = {
  confirm: 'confirms the account of this address, which may then spend money, and signs nobody out',
  reset: 'sets a new password for the account of this address, and signs everybody else out',
  update: 'gives this address to the account that you are signed in to',
  export: 'fetches the file of your personal data',
  pin: 'sets another transaction PIN for the account of this address, or takes it away',
  login: 'signs a new device in, together with the password',
};

export function effectsOf(purposes: readonly MailedPurpose[]): string {
  return purposes.map((purpose) => CODE_EFFECTS[purpose]).join(', or ');
}

export const VERIFICATION_CODE: MailTemplate = {
  name: 'verification-code',
  class: 'security',
  subject: 'Your verification code',
  lead: 'You asked for a verification code, and it is good for one hour.',
  code: ['Your verification code', '{{code}}'],
  facts: [['Asked for', '{{time}}']],
  paragraphs: ['Entering it says that this mailbox is yours: it {{effects}}.'],
  warning:
    'If you did not ask for the code or did not register, do not enter it: without it nothing happens. Never tell the code to anybody, not even to us.',
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
    'Confirming says that this mailbox is yours and the account too. From then on the account may transfer money and buy, and its mails, also those that reset its password, come here. Confirming signs nobody out.',
    'Friends who register with your referral code earn you a bonus with their first purchase.',
  ],
  warning:
    'If you did not register, somebody entered your address. Do not enter the code and do not pass it on. You can ignore this mail, or take the account over: reset its password with this address in the app, which signs everybody else out.',
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
  warning: 'If that was not you, reset your password in the app now: that signs every device out.',
};

export const SESSION_REUSED: MailTemplate = {
  name: 'session-reused',
  class: 'security',
  subject: 'A device was signed out of your account',
  greeting: 'Hello {{firstName}},',
  lead: 'We signed one of your devices out, because credentials that it had replaced were used again.',
  facts: [['Time', '{{time}}']],
  paragraphs: ['This happens when somebody else has copied them. Please sign in again.'],
  warning: 'If you do not know why this happened, change your password in the app now: that signs all other devices out.',
};

export const GUESSING: MailTemplate = {
  name: 'guessing',
  class: 'security',
  subject: 'Somebody enters wrong passwords for your account',
  greeting: 'Hello {{firstName}},',
  lead: 'Somebody enters wrong passwords for your account, more than 20 within an hour.',
  facts: [['Time', '{{time}}']],
  paragraphs: [
    'Devices that never signed in to your account now have to wait between attempts. Yours do not, and a new one of yours signs in at once with a code that the app sends to this mailbox.',
  ],
  warning:
    'You need not do anything if your password is long and used nowhere else. Otherwise, change it in the app now. Never tell a code or a password to anybody, not even to us.',
};

export const GUESSING_CODES: MailTemplate = {
  name: 'guessing-codes',
  class: 'security',
  subject: 'Somebody enters wrong codes for your account',
  greeting: 'Hello {{firstName}},',
  lead: 'Somebody enters wrong verification codes for your account, more than 25 within a day.',
  facts: [['Time', '{{time}}']],
  paragraphs: [
    'Whoever does has to wait between attempts now. A code of eight letters and digits from this mailbox is still taken at once.',
  ],
  warning:
    'You need not do anything. Without the code from this mailbox nobody resets your password. Never tell a code to anybody, not even to us.',
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

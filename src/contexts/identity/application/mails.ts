import type { MailTemplate } from '../../../kernel/mail.js';

export const VERIFICATION_CODE: MailTemplate = {
  name: 'verification-code',
  subject: 'Your verification code',
  text: `Hello,

your verification code is {{code}}. It is good for one hour.

Entering it says that this mailbox is yours: it confirms the account of this address, which may then spend money, or resets its password, or gives this address to the account that you are signed in to. Confirming signs nobody out.

If you did not ask for the code or did not register, do not enter it: without it nothing happens. Never tell the code to anybody, not even to us.`,
};

/** Without the name, which anybody could use to mail text to any address. */
export const WELCOME: MailTemplate = {
  name: 'welcome',
  subject: 'Welcome: please confirm your e-mail address',
  text: `Hello,

welcome! Your account is ready. To confirm that this address is yours, enter the code {{code}} in the app within one hour.

Confirming says that this mailbox is yours and the account too. From then on the account may transfer money and buy, and its mails, also those that reset its password, come here. Confirming signs nobody out.

Friends who register with your referral code {{referenceId}} earn you a bonus with their first purchase.

If you did not register, somebody entered your address. Do not enter the code and do not pass it on. You can ignore this mail, or take the account over: reset its password with this address in the app, which signs everybody else out.`,
};

export const NEW_DEVICE: MailTemplate = {
  name: 'new-device',
  subject: 'A new device signed in to your account',
  text: `Hello,

a device that we did not know has just signed in to your account:

{{kind}}, from {{ip}}

If that was you, all is well. If not, please reset your password now: that signs every device out.`,
};

export const SESSION_REUSED: MailTemplate = {
  name: 'session-reused',
  subject: 'A device was signed out of your account',
  text: `Hello {{firstName}},

we signed one of your devices out, because credentials that it had replaced were used again. This happens when somebody else has copied them.

Please sign in again. If you do not know why this happened, change your password: that signs all other devices out.`,
};

export const GUESSING: MailTemplate = {
  name: 'guessing',
  subject: 'Somebody enters wrong passwords for your account',
  text: `Hello {{firstName}},

somebody enters wrong passwords for your account, more than 20 within an hour. Devices that never signed in to it now have to wait between attempts. Yours do not.

You need not do anything if your password is long and used nowhere else. Otherwise, please change it now. Never tell a code or a password to anybody, not even to us.`,
};

export const PASSWORD_CHANGED: MailTemplate = {
  name: 'password-changed',
  subject: 'Your password was changed',
  text: `Hello {{firstName}},

the password of your account was changed, and all other devices were signed out.

If that was not you, please reset your password now and tell our support.`,
};

export const PASSWORD_RESET: MailTemplate = {
  name: 'password-reset',
  subject: 'Your password was reset',
  text: `Hello {{firstName}},

the password of your account was reset with a code from this mailbox, and all devices were signed out. You can sign in with the new password now.

If that was not you, please secure this mailbox, reset your password and tell our support.`,
};

export const PIN_UPDATED: MailTemplate = {
  name: 'pin-updated',
  subject: 'The transaction PIN of your account was {{change}}',
  text: `Hello {{firstName}},

the transaction PIN of your account was {{change}}.

If that was not you, please reset your password now and tell our support.`,
};

export const EMAIL_CHANGED: MailTemplate = {
  name: 'email-changed',
  subject: 'The e-mail address of your account was changed',
  text: `Hello {{firstName}},

the e-mail address of your account is now {{newEmail}} instead of {{oldEmail}}.

If that was not you, please tell our support at once.`,
};

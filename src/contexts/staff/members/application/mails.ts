import type { MailTemplate } from '../../../../kernel/mail.js';

export const INVITATION: MailTemplate = {
  name: 'staff-invitation',
  class: 'security',
  subject: 'You are invited to join the team',
  lead: 'You are invited to join the team as {{agentName}}.',
  code: ['Your registration ID', '{{registrationId}}'],
  facts: [
    ['Name in the team', '{{agentName}}'],
    ['Invited', '{{time}}'],
    ['Good for', 'Seven days, once'],
    ['Register at', '{{address}}'],
  ],
  paragraphs: [
    'Register there with your e-mail address and this registration ID. When you enter it, the key for your authenticator app is shown.',
    'To finish, enter a code of that app and the password of your account, or a new password if you have no account yet.',
  ],
  warning:
    'Never hand on this mail, not even to your colleagues. If you expect no invitation, leave it alone: without the registration ID nobody can join in your name.',
};

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
  lead: '{{who}} looked at the key of your authenticator app, and can make the codes that you sign in with.',
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
  paragraphs: ['Your password is needed beside it, and a code as before to approve something.'],
  warning: 'If that was not you, change your password, and tell another administrator at once: they reset your second factor.',
};

export const PASSKEY_REMOVED: MailTemplate = {
  name: 'staff-passkey-removed',
  class: 'security',
  subject: 'A passkey was removed from your account',
  greeting: 'Hello {{agentName}},',
  lead: 'A passkey was removed, and signs nobody in to the console any more.',
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
  lead: 'Somebody entered your password and used a passkey of yours that has counted no further than before. It was refused, because somebody may have a copy of it.',
  facts: [
    ['Network address', '{{ip}}'],
    ['Time', '{{time}}'],
  ],
  paragraphs: ['Sign in with a code of your authenticator app, remove the passkey in the console, and add another one.'],
  warning: 'If that was not you, change your password, and tell another administrator at once.',
};

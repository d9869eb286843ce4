import type { MailTemplate } from '../../../kernel/mail.js';

export const INVITATION: MailTemplate = {
  name: 'staff-invitation',
  subject: 'You are invited to join the team',
  text: `Hello,

you are invited to join the team as {{agentName}}. Please register within seven days with this address and this registration ID:

{{registrationId}}

When you enter it, the key for your authenticator app is shown. Register with a code of the app and the password of your account, or a new password if you have no account yet.

The ID is good once. Never hand on this mail, not even to your colleagues.`,
};

export const SECOND_FACTOR_RESET: MailTemplate = {
  name: 'staff-second-factor-reset',
  subject: 'Your authenticator key was reset',
  text: `Hello {{agentName}},

the key that your sign-in codes are made from was replaced by an administrator, and you were signed out. They will give you the new key.

If you did not ask for it, please tell them at once.`,
};

export const SUSPENSION: MailTemplate = {
  name: 'account-suspended',
  subject: 'Your account is suspended',
  text: `Hello {{name}},

your account was suspended. {{facts}}

If you think that this is wrong, please write to our support.`,
};

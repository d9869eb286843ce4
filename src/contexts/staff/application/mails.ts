import type { MailTemplate } from '../../../kernel/mail.js';

export const INVITATION: MailTemplate = {
  name: 'staff-invitation',
  subject: 'You are invited to join the team',
  text: `Hello,

you are invited to join the team as {{agentName}}. Please register within seven days, in two steps.

First add this key to an authenticator app, as text or by its link:

{{totpSecret}}
{{totpLink}}

Then register with this address, the password of your account (or a new one, if you have none yet), a code from the app and this registration ID:

{{registrationId}}

The ID is good once. Never hand on this mail, not even to your colleagues.`,
};

export const SECOND_FACTOR_RESET: MailTemplate = {
  name: 'staff-second-factor-reset',
  subject: 'Your authenticator key was reset',
  text: `Hello {{agentName}},

the key that your sign-in codes are made from was replaced by an administrator, and you were signed out. They will give you the new key.

If you did not ask for it, please tell them at once.`,
};

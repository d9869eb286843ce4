import type { MailTemplate } from '../../kernel/mail.js';

export const ticketAnsweredMail: MailTemplate = {
  name: 'ticket-answered',
  subject: 'We have answered your ticket {{reference}}',
  text: `Hello {{name}},

we have answered your ticket {{reference}}, "{{subject}}".

You can read the answer, and write back, in the tickets of your app. The ticket is {{status}} now.`,
};

export const ticketEndedMail: MailTemplate = {
  name: 'ticket-ended',
  subject: 'Your ticket {{reference}} is {{status}}',
  text: `Hello {{name}},

your ticket {{reference}}, "{{subject}}", is {{status}}.

{{next}}`,
};

import type { MailTemplate } from '../../kernel/mail.js';

export const ticketAnsweredMail: MailTemplate = {
  name: 'ticket-answered',
  class: 'other',
  subject: 'We have answered your ticket {{reference}}',
  greeting: 'Hello {{name}},',
  lead: 'We have answered your ticket {{reference}}.',
  facts: [
    ['Subject', '{{subject}}'],
    ['Ticket', '{{reference}}'],
    ['Status', '{{status}}'],
    ['Time', '{{time}}'],
  ],
  paragraphs: ['You can read the answer, and write back, in the tickets of the app.'],
};

export const ticketEndedMail: MailTemplate = {
  name: 'ticket-ended',
  class: 'other',
  subject: 'Your ticket {{reference}} is {{status}}',
  greeting: 'Hello {{name}},',
  lead: 'Your ticket {{reference}} is {{status}}.',
  facts: [
    ['Subject', '{{subject}}'],
    ['Ticket', '{{reference}}'],
    ['Status', '{{status}}'],
    ['Time', '{{time}}'],
  ],
  paragraphs: ['{{next}}'],
};

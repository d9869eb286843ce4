import type { MailTemplate } from '../../../../kernel/mail.js';

const SHARED = {
  class: 'other',
  greeting: 'Hello {{agentName}},',
  facts: [
    ['By', '{{who}}'],
    ['In the console', '{{address}}'],
    ['Time', '{{time}}'],
  ],
} as const satisfies Partial<MailTemplate>;

export const CASE_MENTION: MailTemplate = {
  ...SHARED,
  name: 'staff-case-mention',
  subject: '{{who}} mentioned you in a note',
  lead: '{{who}} mentioned you in a note about a case.',
  warning: 'What the note says is in the console alone, because it may be about a customer.',
};

export const CASE_HANDED: MailTemplate = {
  ...SHARED,
  name: 'staff-case-handed',
  subject: '{{who}} handed a case to you',
  lead: '{{who}} handed a case to you. It is among yours in the work queue.',
  warning: 'What it is about is in the console alone, because it may be about a customer.',
};

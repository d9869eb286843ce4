import type { MailTemplate } from '../../../kernel/mail.js';

/** Without a link, because whoever reads the mailbox is not always the owner. */
export const STATEMENT_READY: MailTemplate = {
  name: 'statement-ready',
  class: 'other',
  subject: 'Your statement is ready',
  greeting: 'Hello {{firstName}},',
  lead: 'The statement of your wallet from {{from}} to {{to}}, which you asked for, is ready.',
  facts: [
    ['From', '{{from}}'],
    ['To', '{{to}}'],
    ['Kept until', '{{date}}'],
  ],
  paragraphs: ['You find it in the app among your files; then it is deleted.'],
  warning: 'If you did not ask for it, somebody else is signed in to your account: reset your password in the app now.',
};

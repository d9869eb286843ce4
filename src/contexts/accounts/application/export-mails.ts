import type { MailTemplate } from '../../../kernel/mail.js';

/** Without a link, because whoever reads the mailbox is not always the owner. */
export const DATA_EXPORT_READY: MailTemplate = {
  name: 'data-export-ready',
  class: 'security',
  subject: 'Your data are ready',
  greeting: 'Hello {{firstName}},',
  lead: 'The file with your data, which you asked for, is ready.',
  facts: [
    ['Ready since', '{{time}}'],
    ['Kept until', '{{date}}'],
  ],
  paragraphs: ['You find it in the app among your files. It can be downloaded once and is deleted then, or after that day.'],
  warning:
    'If you did not ask for it, somebody else is signed in to your account: delete the file and reset your password in the app now.',
};

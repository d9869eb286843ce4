import type { Step } from './step.js';
import { emailOf } from './steps.js';

const device = { dvnm: 'Pixel 9', dvty: 'Android', dsnm: 'R58M12ABCDE' };
const note = { filename: 'note.txt', content_type: 'text/plain', data: 'SXQgaXMgYnJva2VuLg==' };

export const support: readonly Step[] = [
  {
    action: 'core_contact_create',
    input: {
      flnm: 'Ladi Sani',
      emad: emailOf('ladi'),
      sbjt: 'Partnership',
      msge: 'We sell data bundles in Jos.',
      ...device,
    },
    keep: { contact: (data) => data.MKID },
  },
  { action: 'core_contact_fetch', input: { rqid: '{{contact}}' } },
  { action: 'control_contact_update', as: 'chidi', input: { qxid: '{{contact}}', status: 'closed' } },
  {
    action: 'app_feedback_create',
    input: { mesg: 'Very fast', uxid: '{{ada_userid}}', ...device },
    keep: { feedback: (data) => data.MKID },
  },
  { action: 'control_user_trade_feedback', as: 'chidi', input: { rqsx: 'pending' }, first: ['feedback: `app_feedback_create`'] },
  { action: 'control_user_feedback_update', as: 'chidi', input: { qxid: '{{feedback}}', status: 'approved' } },
  {
    action: 'control_support_faq_create',
    as: 'chidi',
    input: {
      qstn: 'What if a purchase fails{{run}}?',
      answ: 'The money comes back to your wallet at once.',
      category: 'payment',
    },
    keep: { faq: (data) => data.MKID },
  },
  { action: 'control_support_faq_fetch', input: { category: 'payment' }, needs: ['faq'] },
  { action: 'support_faq_categories', as: 'ada', first: ['an FAQ: `control_support_faq_create`'] },
  { action: 'support_faq_rating', as: 'ada', input: { faq_id: '{{faq}}', helpful: true, feedback: 'Short and clear' } },
  { action: 'support_faq_toggle_helpful', as: 'bayo', input: { faq_id: '{{faq}}', helpful: true } },
  { action: 'control_support_faq_ratings', as: 'chidi', input: { reqv: '{{faq}}' } },
  {
    action: 'control_support_faq_update',
    as: 'chidi',
    input: { qxid: '{{faq}}', answ: 'The money comes back to your wallet at once, with the charges.' },
  },
  { action: 'control_support_faq_remove', as: 'chidi', input: { reqv: '{{faq}}' } },
  {
    action: 'support_ticket_create',
    as: 'ada',
    input: {
      subject: 'Airtime failed',
      message: 'The network refused it. Is my money safe?',
      category: 'payment',
      priority: 'high',
      attachments: [note],
    },
    keep: { ticket: (data) => data.ticket_id },
  },
  { action: 'support_ticket_fetch', as: 'ada', input: { status: 'open' }, first: ['a ticket: `support_ticket_create`'] },
  {
    action: 'control_support_ticket_fetch',
    as: 'chidi',
    input: { status: 'open' },
    first: ['a ticket: `support_ticket_create`'],
  },
  {
    action: 'control_support_ticket_reply',
    as: 'chidi',
    input: { ticket_id: '{{ticket}}', message: 'It is: the money came back at once.' },
  },
  { action: 'control_support_ticket_update', as: 'chidi', input: { ticket_id: '{{ticket}}', priority: 'low' } },
  { action: 'support_ticket_get', as: 'ada', input: { ticket_id: '{{ticket}}' } },
  { action: 'support_ticket_reply', as: 'ada', input: { ticket_id: '{{ticket}}', message: 'Thank you, it did.' } },
  { action: 'support_ticket_close', as: 'ada', input: { ticket_id: '{{ticket}}' } },
  {
    action: 'control_support_tutorial_create',
    as: 'chidi',
    input: {
      ttle: 'How to pay a bill',
      cntx: 'Open the app and choose Bills.',
      vurl: 'https://videos.example.com/bills',
      purl: 'https://pictures.example.com/bills.png',
    },
    keep: { tutorial: (data) => data.MKID },
  },
  { action: 'support_tutorial_update', as: 'chidi', input: { qxid: '{{tutorial}}', status: 'published' } },
  {
    action: 'support_tutorial_fetch',
    input: { search: 'bill' },
    needs: ['tutorial'],
    first: ['a published tutorial: `support_tutorial_update`'],
  },
  { action: 'support_tutorial_remove', as: 'chidi', input: { reqv: '{{tutorial}}' } },
];

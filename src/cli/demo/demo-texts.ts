import type { NewFaq, NewTicket, TicketStatus } from '../../contexts/support/index.js';

export const FAQS: readonly NewFaq[] = [
  {
    question: 'How do I fund my wallet?',
    answer: 'Make a deposit order and transfer to the account that it names.',
    category: 'Wallet',
  },
  {
    question: 'How long does a deposit take?',
    answer: 'Mostly less than a minute; some banks take up to an hour.',
    category: 'Wallet',
  },
  {
    question: 'My token did not come. What now?',
    answer: 'It is in the details of the purchase as soon as the disco confirms.',
    category: 'Bills',
  },
  {
    question: 'Can a transfer be taken back?',
    answer: 'No. Ask the recipient to send it back, or open a ticket.',
    category: 'Transfers',
  },
  { question: 'How do I change my PIN?', answer: 'In the settings of the app, with your password.', category: 'Security' },
];

interface DemoTicket extends Omit<NewTicket, 'userId' | 'ip' | 'attachments'> {
  readonly reply?: string;
  readonly status?: TicketStatus;
}

/** Reference of a request that the service failed, as the app shows it. */
export const ERROR_REFERENCE = '7KQ2M9XD';

export const TICKETS: readonly DemoTicket[] = [
  {
    subject: 'Token not delivered',
    message: 'I paid for Ikeja Electric and see no token.',
    category: 'payment',
    priority: 'high',
  },
  {
    subject: 'Charged twice',
    message: 'The airtime of yesterday was charged two times.',
    category: 'payment',
    priority: 'high',
    reply: 'We see both charges and have asked the network about the second one.',
    status: 'in_progress',
  },
  {
    subject: 'New phone',
    message: 'How do I sign in on my new phone?',
    category: 'account',
    priority: 'low',
    reply: 'Sign in with your password there; the old phone is signed out from the list of devices.',
    status: 'resolved',
  },
  {
    subject: 'App closes on start',
    message: `Since the update the app closes at once. Before, it says: Internal error (${ERROR_REFERENCE}).`,
    category: 'technical',
    priority: 'medium',
    reply: 'Version 2.1 fixes it. Thank you for telling us.',
    status: 'closed',
  },
];

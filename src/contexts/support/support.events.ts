import { type MailTemplate, Mailer } from '../../kernel/mail.js';
import { Injectable } from '@nestjs/common';
import type { Events } from '../../kernel/events.js';
import { OnEvent } from '../../platform/queue/job-queue.js';
import { Users } from '../sign-in/index.js';
import { Push } from '../notifications/index.js';
import { TicketStore } from './tickets.js';

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

const NEXT = {
  resolved: 'If something is left to do, write back in the tickets of your app: it is opened again.',
  closed: 'If something is left to do, open a new ticket in your app.',
};

/** Mails and pushes changes of a ticket by staff to its user; the notice was written with the change itself. */
@Injectable()
export class SupportEvents {
  constructor(
    private readonly tickets: TicketStore,
    private readonly users: Users,
    private readonly mailer: Mailer,
    private readonly push: Push,
  ) {}

  @OnEvent('ticket.replied')
  async mail({ ticketId, reference, userId, from }: Events['ticket.replied'], eventId: string): Promise<void> {
    if (from !== 'staff') return;
    const [user, ticket] = await Promise.all([this.users.find(userId), this.tickets.find(ticketId, userId)]);
    if (!user || !ticket) return;
    const status = ticket.status.replace('_', ' ');
    await this.mailer.send({
      to: user.email,
      template: ticketAnsweredMail,
      data: { name: user.firstName, reference, subject: ticket.subject, status },
      key: `${eventId}:${userId}`,
    });
  }

  @OnEvent('ticket.replied')
  async pushMessage({ reference, userId, from }: Events['ticket.replied'], eventId: string): Promise<void> {
    if (from !== 'staff') return;
    const message = { title: 'Your ticket was answered', body: `There is an answer to your ticket ${reference}.` };
    await this.push.send(userId, message, `${eventId}:${userId}`);
  }

  @OnEvent('ticket.ended')
  async mailEnd({ ticketId, reference, userId, status }: Events['ticket.ended'], eventId: string): Promise<void> {
    const [user, ticket] = await Promise.all([this.users.find(userId), this.tickets.find(ticketId, userId)]);
    if (!user || !ticket) return;
    await this.mailer.send({
      to: user.email,
      template: ticketEndedMail,
      data: { name: user.firstName, reference, subject: ticket.subject, status, next: NEXT[status] },
      key: `${eventId}:${userId}`,
    });
  }

  @OnEvent('ticket.ended')
  async pushEnd({ reference, userId, status }: Events['ticket.ended'], eventId: string): Promise<void> {
    const message = { title: `Your ticket is ${status}`, body: `Your ticket ${reference} is ${status}.` };
    await this.push.send(userId, message, `${eventId}:${userId}`);
  }
}

import { Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/clock.js';
import { domainEvent, Outbox } from '../../../kernel/events.js';
import { Failure } from '../../../kernel/failure.js';
import { newId } from '../../../kernel/ids.js';
import { UnitOfWork } from '../../../kernel/unit-of-work.js';
import { Attachments, type NewAttachment, type Sender, type StoredFile } from '../../files/index.js';
import { Notices } from '../../notifications/index.js';
import { Audit, type StaffMember } from '../../audit/index.js';
import { supportFailures } from '../domain/support.failures.js';
import { type Ticket, type TicketMessage, type TicketParty, withReply } from '../domain/ticket.js';
import { Tickets } from './ports.js';

export interface TicketReply {
  readonly ticketId: string;
  readonly message: string;
  readonly attachments: readonly NewAttachment[];
}

/** The ticket's user, or a staff member with the action used. */
export type TicketAuthor =
  | { readonly from: 'user'; readonly user: Sender }
  | { readonly from: 'staff'; readonly staff: StaffMember; readonly action: string };

@Injectable()
export class ReplyToTicket {
  constructor(
    private readonly tickets: Tickets,
    private readonly attachments: Attachments,
    private readonly notices: Notices,
    private readonly audit: Audit,
    private readonly outbox: Outbox,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** @returns the updated ticket. @throws Failure `support.ticket_not_found`, `support.ticket_closed`, `support.ticket_full`, or of Attachments */
  async execute(reply: TicketReply, author: TicketAuthor): Promise<Ticket> {
    // Checked before files are stored for a ticket that takes no reply.
    this.reply(await this.tickets.find(reply.ticketId, ownerOf(author)), author.from);
    return this.attachments.storeFor(senderOf(author), reply.attachments, (files) => this.add(reply, author, files));
  }

  private add({ ticketId, message }: TicketReply, author: TicketAuthor, files: readonly StoredFile[]): Promise<Ticket> {
    const { from } = author;
    const { userId: authorId } = senderOf(author);
    return this.unitOfWork.run(async () => {
      const ticket = this.reply(await this.tickets.lock(ticketId, ownerOf(author)), from);
      const ids = files.map(({ id }) => id);
      const createdAt = ticket.updatedAt;
      const reply: TicketMessage = { id: newId(), ticketId, from, authorId, text: message, attachments: ids, createdAt };
      await this.tickets.addMessage(reply, ticket.responses);
      await this.tickets.save(ticket);
      if (author.from === 'staff') await this.notifyUser(ticket, reply, author);
      const { userId, reference } = ticket;
      await this.outbox.add(domainEvent('ticket.replied', { ticketId, messageId: reply.id, reference, userId, from }));
      return ticket;
    });
  }

  private reply(ticket: Ticket | undefined, from: TicketParty): Ticket {
    if (!ticket) throw new Failure(supportFailures.ticket_not_found);
    return withReply(ticket, from, this.clock.now());
  }

  private async notifyUser(
    { id, userId, reference, subject, status }: Ticket,
    reply: TicketMessage,
    { staff, action }: Extract<TicketAuthor, { from: 'staff' }>,
  ): Promise<void> {
    const message = `We have answered your ticket "${subject}". You can read the answer and write back in your tickets.`;
    await this.notices.add({ userId, subject: `Answer to your ticket ${reference}`, message });
    const after = { messageId: reply.id, status };
    await this.audit.record({ staffId: staff.userId, action, subject: `ticket:${id}`, after, ip: staff.ip });
  }
}

function ownerOf(author: TicketAuthor): string | undefined {
  return author.from === 'user' ? author.user.userId : undefined;
}

function senderOf(author: TicketAuthor): Sender {
  return author.from === 'user' ? author.user : author.staff;
}

import { Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/clock.js';
import { domainEvent, Outbox } from '../../../kernel/events.js';
import { Failure } from '../../../kernel/failure.js';
import { supportFailures } from '../domain/support.failures.js';
import { type EndedTicket, hasEnded, type Ticket, type TicketChange, withChange } from '../domain/ticket.js';
import { AuditedUnitOfWork, type StaffMember } from '../../audit/index.js';
import { Notices } from '../../notifications/index.js';
import { Tickets } from './ports.js';

@Injectable()
export class ChangeTicket {
  constructor(
    private readonly tickets: Tickets,
    private readonly notices: Notices,
    private readonly outbox: Outbox,
    private readonly auditedUnitOfWork: AuditedUnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** @throws Failure of `support` */
  execute(ticketId: string, change: TicketChange, staff: StaffMember, action: string): Promise<Ticket> {
    if (change.status === undefined && change.priority === undefined) throw new Failure(supportFailures.nothing_to_change);
    return this.auditedUnitOfWork.execute(staff, action, async () => {
      const ticket = await this.tickets.lock(ticketId, undefined);
      if (!ticket) throw new Failure(supportFailures.ticket_not_found);
      const changed = withChange(ticket, change, this.clock.now());
      await this.tickets.save(changed);
      if (changed.status !== ticket.status && hasEnded(changed)) await this.tellOwner(changed);
      return {
        subject: `ticket:${ticketId}`,
        before: { status: ticket.status, priority: ticket.priority },
        after: { status: changed.status, priority: changed.priority },
        result: changed,
      };
    });
  }

  /** The mail and the push message follow the event. */
  private async tellOwner({ id, reference, userId, subject, status }: EndedTicket): Promise<void> {
    const next =
      status === 'resolved' ? 'Write back in it if something is left to do.' : 'Open a new one if something is left to do.';
    const message = `Your ticket "${subject}" is ${status}. ${next}`;
    await this.notices.add({ userId, subject: `Your ticket ${reference} is ${status}`, message });
    await this.outbox.add(domainEvent('ticket.ended', { ticketId: id, reference, userId, status }));
  }
}

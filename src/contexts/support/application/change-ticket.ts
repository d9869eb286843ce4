import { Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/clock.js';
import { Failure } from '../../../kernel/failure.js';
import { supportFailures } from '../domain/support.failures.js';
import { type Ticket, type TicketChange, withChange } from '../domain/ticket.js';
import { AuditedUnitOfWork, type StaffMember } from '../../audit/index.js';
import { Tickets } from './ports/tickets.js';

@Injectable()
export class ChangeTicket {
  constructor(
    private readonly tickets: Tickets,
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
      return {
        subject: `ticket:${ticketId}`,
        before: { status: ticket.status, priority: ticket.priority },
        after: { status: changed.status, priority: changed.priority },
        result: changed,
      };
    });
  }
}

import { Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/clock.js';
import { Failure } from '../../../kernel/failure.js';
import { UnitOfWork } from '../../../kernel/unit-of-work.js';
import { supportFailures } from '../domain/support.failures.js';
import { type Ticket, withChange } from '../domain/ticket.js';
import { Tickets } from './ports.js';

@Injectable()
export class CloseTicket {
  constructor(
    private readonly tickets: Tickets,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** @throws Failure `support.ticket_not_found`, `support.ticket_closed` */
  execute(ticketId: string, userId: string): Promise<Ticket> {
    return this.unitOfWork.run(async () => {
      const ticket = await this.tickets.lock(ticketId, userId);
      if (!ticket) throw new Failure(supportFailures.ticket_not_found);
      const closed = withChange(ticket, { status: 'closed' }, this.clock.now());
      await this.tickets.save(closed);
      return closed;
    });
  }
}

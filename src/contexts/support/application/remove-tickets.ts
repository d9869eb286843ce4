import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../../kernel/unit-of-work.js';
import { Attachments } from '../../files/index.js';
import { Tickets } from './ports.js';

const PAGE_SIZE = 50;

/** With messages and attachments. */
@Injectable()
export class RemoveTickets {
  constructor(
    private readonly tickets: Tickets,
    private readonly attachments: Attachments,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  ofUser(userId: string): Promise<void> {
    return this.removeAll(() => this.tickets.idsOf(userId, PAGE_SIZE));
  }

  endedBefore(time: number): Promise<void> {
    return this.removeAll(() => this.tickets.idsEndedBefore(time, PAGE_SIZE));
  }

  private async removeAll(next: () => Promise<string[]>): Promise<void> {
    for (let ids = await next(); ids.length > 0; ids = await next()) {
      for (const id of ids) {
        const files = (await this.tickets.messages(id)).flatMap(({ attachments }) => attachments);
        if (files.length > 0) await this.attachments.discard(await this.attachments.find(files));
      }
      await this.unitOfWork.run(() => this.tickets.remove(ids));
    }
  }
}

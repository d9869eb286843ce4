import { Injectable } from '@nestjs/common';
import { isoTime } from '../../../kernel/clock.js';
import { type DataPart, PersonalDataSource } from '../../../kernel/personal-data.js';
import { Contributes } from '../../../kernel/registry.js';
import { Tickets } from './ports.js';

const PAGE_SIZE = 50;

@Injectable()
@Contributes(PersonalDataSource)
export class ExportedTickets extends PersonalDataSource {
  constructor(private readonly tickets: Tickets) {
    super();
  }

  readonly parts: readonly DataPart[] = [{ name: 'tickets', rows: (userId) => this.rows(userId) }];

  private async *rows(userId: string) {
    for (let page = 1; ; page++) {
      const { tickets } = await this.tickets.list({ userId }, { page, limit: PAGE_SIZE });
      for (const { id, reference, subject, category, priority, status, createdAt } of tickets) {
        const messages = await this.tickets.messages(id);
        const said = messages.map(({ from, text, createdAt: at }) => ({ at: isoTime(at), from, text }));
        yield { at: isoTime(createdAt), reference, subject, category, priority, status, messages: said };
      }
      if (tickets.length < PAGE_SIZE) return;
    }
  }
}

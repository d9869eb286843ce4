import { beforeEach, describe, expect, it } from 'vitest';
import type { DomainEvent } from '../../../kernel/events.js';
import { Attachments, type NewAttachment, type Sender, type StoredFile } from '../../files/index.js';
import type { Ticket, TicketMessage } from '../domain/ticket.js';
import { CreateTicket } from './create-ticket.js';
import { Tickets } from './ports.js';

const NOW = Date.UTC(2026, 10, 20, 23, 30);

class FakeAttachments extends Attachments {
  readonly kept: NewAttachment[] = [];
  readonly discarded: string[] = [];
  store({ userId }: Sender, files: readonly NewAttachment[]): Promise<readonly StoredFile[]> {
    this.kept.push(...files);
    return Promise.resolve(files.map(({ fileName }) => ({ id: `file-${fileName}`, userId }) as StoredFile));
  }
  discard(files: readonly StoredFile[]): Promise<void> {
    this.discarded.push(...files.map(({ id }) => id));
    return Promise.resolve();
  }
  find(): Promise<readonly StoredFile[]> {
    return Promise.resolve([]);
  }
}

describe('CreateTicket', () => {
  let attachments: FakeAttachments;
  let opened: Ticket[];
  let messages: TicketMessage[];
  let events: DomainEvent[];
  let isFull: boolean;
  let createTicket: CreateTicket;

  beforeEach(() => {
    attachments = new FakeAttachments();
    [opened, messages, events] = [[], [], []];
    isFull = false;
    const tickets: Partial<Tickets> = {
      nextNumber: () => Promise.resolve(opened.length + 1),
      openedSince: (userId, since) =>
        Promise.resolve(opened.filter((each) => each.userId === userId && each.createdAt > since).map((each) => each.createdAt)),
      add: (ticket) => Promise.resolve(void opened.unshift(ticket)),
      addMessage: (message) =>
        isFull ? Promise.reject(new Error('the disk is full')) : Promise.resolve(void messages.push(message)),
    };
    createTicket = new CreateTicket(
      tickets as Tickets,
      attachments,
      { add: () => Promise.resolve() },
      { add: (...told) => Promise.resolve(void events.push(...told)) },
      { run: (work) => work() },
      { now: () => NOW },
    );
  });

  const open = (userId = 'ada') =>
    createTicket.execute({
      userId,
      ip: '41.58.0.1',
      subject: 'Help',
      message: 'Please',
      category: 'other',
      priority: 'medium',
      attachments: [{ fileName: 'a.txt', contentType: 'text/plain', bytes: Buffer.from('a') }],
    });

  it('numbers the ticket by the day in Lagos, keeps its attachments and publishes the event', async () => {
    const ticket = await open();
    expect(ticket).toMatchObject({ reference: 'TCK-20261121-0001', status: 'open', responses: 0, createdAt: NOW });
    expect(messages).toMatchObject([{ ticketId: ticket.id, from: 'user', text: 'Please', attachments: ['file-a.txt'] }]);
    expect(events).toEqual([
      { name: 'ticket.created', data: { ticketId: ticket.id, reference: 'TCK-20261121-0001', userId: 'ada' } },
    ]);
  });

  it('discards the attachments when the ticket cannot be written', async () => {
    await open();
    expect(attachments.discarded).toEqual([]);
    isFull = true;
    await expect(open()).rejects.toThrow('the disk is full');
    expect(attachments.discarded).toEqual(['file-a.txt']);
  });

  it('refuses the sixth ticket before storing attachments', async () => {
    for (let number = 0; number < 5; number++) await open();
    await expect(open()).rejects.toMatchObject({ failure: 'support.too_many_tickets', retryAfterSeconds: 600 });
    expect([attachments.kept.length, opened.length, messages.length]).toEqual([5, 5, 5]);
    await expect(open('obi')).resolves.toMatchObject({ userId: 'obi' });
  });
});

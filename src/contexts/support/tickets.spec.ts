import { describe, expect, it, beforeEach } from 'vitest';
import {
  MAX_MESSAGES,
  TICKET_STATUSES,
  type Ticket,
  ticketReference,
  type TicketStatus,
  withChange,
  withReply,
  type TicketMessage,
  Tickets,
  TicketStore,
} from './tickets.js';
import { parseDateFilter } from './tickets.operations.js';
import type { Audit, AuditedUnitOfWork } from '../audit/index.js';
import type { Notices } from '../notifications/index.js';
import type { DomainEvent } from '../../kernel/events.js';
import { Attachments, type NewAttachment, type Sender, type StoredFile } from '../files/index.js';

const ticketThatIs = (status: TicketStatus): Ticket => ({
  id: 'T',
  reference: 'TCK-20261120-0001',
  userId: 'ada',
  subject: 'Help',
  category: 'payment',
  priority: 'medium',
  status,
  responses: 0,
  createdAt: 1,
  updatedAt: 1,
});

describe('Ticket', () => {
  it.each([
    [1, 'TCK-20261120-0001'],
    [9999, 'TCK-20261120-9999'],
    [12_345, 'TCK-20261120-12345'],
  ])('ticketReference of number %i is %s', (number, reference) => {
    expect(ticketReference('2026-11-20', number)).toBe(reference);
  });

  it.each([
    ['open', 'user', 'open'],
    ['in_progress', 'user', 'in_progress'],
    ['resolved', 'user', 'open'],
    ['open', 'staff', 'in_progress'],
    ['in_progress', 'staff', 'in_progress'],
    ['resolved', 'staff', 'resolved'],
  ] as const)('with status %s is, after a reply of %s, %s', (before, from, after) => {
    expect(withReply(ticketThatIs(before), from, 5)).toMatchObject({ status: after, responses: 1, updatedAt: 5 });
  });

  it('refuses replies and changes once closed', () => {
    const closed = expect.objectContaining({ failure: 'support.ticket_closed' });
    for (const from of ['user', 'staff'] as const) expect(() => withReply(ticketThatIs('closed'), from, 5)).toThrow(closed);
    for (const status of TICKET_STATUSES) expect(() => withChange(ticketThatIs('closed'), { status }, 5)).toThrow(closed);
    expect(() => withChange(ticketThatIs('closed'), { priority: 'low' }, 5)).toThrow(closed);
  });

  it('refuses user messages beyond 500, but not those of staff', () => {
    const full = { ...ticketThatIs('open'), responses: MAX_MESSAGES - 2 };
    const last = withReply(full, 'user', 5);
    expect(last.responses + 1).toBe(500);
    expect(() => withReply(last, 'user', 6)).toThrow(
      expect.objectContaining({ failure: 'support.ticket_full', kind: 'refused' }),
    );
    expect(withReply(last, 'staff', 6).responses).toBe(500);
  });

  it('changes its status forward only', () => {
    for (const [place, before] of TICKET_STATUSES.slice(0, -1).entries()) {
      for (const after of TICKET_STATUSES.slice(place))
        expect(withChange(ticketThatIs(before), { status: after }, 5)).toMatchObject({ status: after, updatedAt: 5 });
      for (const after of TICKET_STATUSES.slice(0, place))
        expect(() => withChange(ticketThatIs(before), { status: after }, 5)).toThrow('not back');
    }
  });

  it('changes its priority alone', () => {
    expect(withChange(ticketThatIs('resolved'), { priority: 'high' }, 5)).toMatchObject({ status: 'resolved', priority: 'high' });
  });
});

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

describe('Tickets', () => {
  let attachments: FakeAttachments;
  let opened: Ticket[];
  let messages: TicketMessage[];
  let events: DomainEvent[];
  let isFull: boolean;
  let service: Tickets;

  beforeEach(() => {
    attachments = new FakeAttachments();
    [opened, messages, events] = [[], [], []];
    isFull = false;
    const store: Partial<TicketStore> = {
      nextNumber: () => Promise.resolve(opened.length + 1),
      openedSince: (userId, since) =>
        Promise.resolve(opened.filter((each) => each.userId === userId && each.createdAt > since).map((each) => each.createdAt)),
      add: (ticket) => Promise.resolve(void opened.unshift(ticket)),
      addMessage: (message) =>
        isFull ? Promise.reject(new Error('the disk is full')) : Promise.resolve(void messages.push(message)),
    };
    service = new Tickets(
      store as TicketStore,
      attachments,
      { add: () => Promise.resolve() },
      {} as Notices,
      {} as Audit,
      { add: (...told) => Promise.resolve(void events.push(...told)) },
      {} as AuditedUnitOfWork,
      { run: (work) => work() },
      { now: () => NOW },
    );
  });

  const open = (userId = 'ada') =>
    service.create({
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

describe('parseDateFilter', () => {
  it.each([
    ['2026-11-20', '2026-11-19T23:00:00.000Z', '2026-11-20T23:00:00.000Z'],
    ['2026-11-20T10:00Z', '2026-11-20T10:00:00.000Z', '2026-11-20T10:00:00.001Z'],
    ['2026-11-20T10:00:00.5+01:00', '2026-11-20T09:00:00.500Z', '2026-11-20T09:00:00.501Z'],
    ['1790000000', '2026-09-21T14:13:20.000Z', '2026-09-21T14:13:21.000Z'],
    ['1790000000123', '2026-09-21T14:13:20.123Z', '2026-09-21T14:13:20.124Z'],
  ])('reads %s as %s until %s', (text, from, until) => {
    const moment = parseDateFilter(text)!;
    expect([new Date(moment.from).toISOString(), new Date(moment.until).toISOString()]).toEqual([from, until]);
  });

  it.each([
    '',
    'yesterday',
    '2026-02-30',
    '2026-13-01',
    '2026-11-20T25:00Z',
    '2026-02-30T10:00:00Z',
    '2026-11-20T10:00',
    '20261120',
    '1e12',
  ])('refuses %j', (text) => {
    expect(parseDateFilter(text)).toBeUndefined();
  });
});

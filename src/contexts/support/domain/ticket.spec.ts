import { describe, expect, it } from 'vitest';
import {
  MAX_MESSAGES,
  TICKET_STATUSES,
  type Ticket,
  ticketReference,
  type TicketStatus,
  withChange,
  withReply,
} from './ticket.js';

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

import { describe, expect, it } from 'vitest';
import { HELD_BACK, nextInSequence, type OpenWebhook, sequenceSubject } from './webhooks.js';

const open = (id: string, sequenceNo: number, nextAttemptAt: number, subject = 's', partner = 'p'): OpenWebhook => ({
  id,
  partner,
  subject,
  sequenceNo,
  nextAttemptAt,
});

describe('nextInSequence', () => {
  it('is the first of those that are held back, in any order of the rows', () => {
    expect(nextInSequence([open('c', 4, HELD_BACK), open('b', 2, HELD_BACK), open('d', 10, HELD_BACK)])).toEqual(['b']);
  });

  it('is none while another one is open, be it a later one', () => {
    expect(nextInSequence([open('b', 2, HELD_BACK), open('a', 1, 0)])).toEqual([]);
    expect(nextInSequence([open('b', 2, HELD_BACK), open('c', 3, 1_790_000_000_000)])).toEqual([]);
  });

  it('is one of each subject and partner', () => {
    const rows = [
      open('a', 2, HELD_BACK),
      open('b', 2, HELD_BACK, 'other'),
      open('c', 2, HELD_BACK, 's', 'other'),
      open('d', 1, 0),
    ];
    expect(nextInSequence(rows)).toEqual(['b', 'c']);
  });
});

describe('sequenceSubject', () => {
  it('is the first value, of events of which a subject has several', () => {
    expect(sequenceSubject('purchase.reversed', { purchaseId: 'p1', userId: 'u1' })).toBe('p1');
    expect(sequenceSubject('deposit.expired', { orderId: 'o1', userId: 'u1' })).toBe('o1');
    expect(sequenceSubject('ticket.replied', { ticketId: 't1', messageId: 'm1' })).toBe('t1');
  });

  it('is none of events that are the only one of their subject, and of deposits without an order', () => {
    expect(sequenceSubject('transfer.completed', { transferId: 't1' })).toBeUndefined();
    expect(sequenceSubject('deposit.completed', { orderId: '', paymentId: 'p1' })).toBeUndefined();
  });
});

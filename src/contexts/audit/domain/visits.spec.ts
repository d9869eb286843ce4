import { describe, expect, it } from 'vitest';
import { visitsOf } from './visits.js';

const read = (action: string, createdAt: number, staffId = 'sola') => ({
  staffId,
  subject: 'user:ada',
  action,
  createdAt,
  isRead: true,
});

describe('visitsOf', () => {
  it('makes one visit of what a member of staff reads within ten minutes of each other', () => {
    const records = [read('history', 1_300_000), read('devices', 900_000), read('details', 400_000)];
    expect(visitsOf(records)).toEqual([records]);
  });

  it('keeps others, later visits and changes apart', () => {
    const change = { ...read('control_user_modify', 950_000), isRead: false };
    const records = [read('history', 2_000_000), change, read('details', 900_000, 'bayo'), read('details', 800_000)];
    expect(visitsOf(records)).toEqual(records.map((record) => [record]));
  });
});

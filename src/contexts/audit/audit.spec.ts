import { describe, expect, it } from 'vitest';
import { actionInWords } from './action-words.js';
import { visitsOf } from './audit.js';

describe('actionInWords', () => {
  it('says what an operation does, and names one that it does not know by its own words', () => {
    expect(actionInWords('control_user_data_details')).toBe('Looked at the details of the user');
    expect(actionInWords('control_new_thing_make')).toBe('New thing make');
  });
});

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

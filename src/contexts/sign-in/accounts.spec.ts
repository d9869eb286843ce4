import { describe, expect, it } from 'vitest';
import { newAccount } from './accounts.js';

const REGISTRATION = {
  email: 'ada.obi@example.com',
  firstName: 'Ada',
  lastName: 'Obi',
  passwordHash: 'hash',
  emailVerified: false,
};

describe('newAccount', () => {
  it('is active, with a username from the address and an unambiguous reference ID', () => {
    const account = newAccount(REGISTRATION, 1_790_000_000_000);
    expect(account).toMatchObject({ ...REGISTRATION, status: 'active', isTest: false, referrerId: undefined });
    expect(account.username).toMatch(/^ada\.obi[0-9]{4}$/);
    expect(account.referenceId).toMatch(/^[2-9ABCDEFGHJKMNPQRSTUVWXYZ]{8}$/);
    expect([account.createdAt, account.activeAt]).toEqual([1_790_000_000_000, 1_790_000_000_000]);
  });

  it('draws a distinct reference ID each time', () => {
    const ids = Array.from({ length: 5_000 }, () => newAccount(REGISTRATION, 0).referenceId);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

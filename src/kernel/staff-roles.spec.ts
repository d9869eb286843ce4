import { describe, expect, it } from 'vitest';
import { STAFF_ROLES } from './staff-roles.js';

describe('roles of staff', () => {
  it('have names and permissions of their own', () => {
    for (const field of ['role', 'title', 'about'] as const)
      expect(new Set(STAFF_ROLES.map((role) => role[field])).size).toBe(STAFF_ROLES.length);
    const sets = STAFF_ROLES.map(({ permissions }) => (permissions === 'all' ? permissions : permissions.toSorted().join(' ')));
    expect(new Set(sets).size).toBe(STAFF_ROLES.length);
  });
});

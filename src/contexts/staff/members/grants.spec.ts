import { describe, expect, it } from 'vitest';
import { STAFF_ROLES } from '../../../kernel/staff-roles.js';
import { ALL_GRANTS, effectiveGrants, type Grant, grantsOfRole, mayChange, moneyGrantsBeyond } from './grants.js';

const VIEW: Grant = 'userControl.viewDetails';
const MODIFY: Grant = 'userControl.allowModify';
const SUPER: Grant = 'staffControl.superadminx';

describe('grants', () => {
  it('of roles exist, and only finance and administrators have those for money', () => {
    const held = new Map(STAFF_ROLES.map(({ role }) => [role, grantsOfRole(role)]));
    const withMoney = [...held].filter(([, grants]) => moneyGrantsBeyond([], grants).length > 0).map(([role]) => role);
    expect(withMoney).toEqual(['finance', 'administrator']);
    expect(held.get('administrator')).toEqual(ALL_GRANTS);
  });

  it('of a super administrator are all, otherwise those given', () => {
    expect(effectiveGrants([SUPER])).toEqual(ALL_GRANTS);
    expect(effectiveGrants([VIEW])).toEqual([VIEW]);
  });

  it.each<[string, Grant[], Grant[], Grant[], boolean]>([
    ['what one holds is given', [VIEW], [], [VIEW], true],
    ['what one does not hold is not given', [VIEW], [], [VIEW, MODIFY], false],
    ['what one holds is taken', [VIEW], [VIEW, MODIFY], [MODIFY], true],
    ['what one does not hold is not taken', [VIEW], [VIEW, MODIFY], [VIEW], false],
    ['what stays is nobody’s concern', [], [SUPER, MODIFY], [MODIFY, SUPER], true],
    ['the rights of a super administrator are only another one’s to take', [VIEW, MODIFY], [SUPER], [], false],
  ])('%s', (_, held, before, after, expected) => {
    expect(mayChange(new Set<string>(held), before, after)).toBe(expected);
  });
});

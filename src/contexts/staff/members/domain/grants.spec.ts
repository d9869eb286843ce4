import { describe, expect, it } from 'vitest';
import { ALL_GRANTS, effectiveGrants, type Grant, mayChange } from './grants.js';

const VIEW: Grant = 'userControl.viewDetails';
const MODIFY: Grant = 'userControl.allowModify';
const SUPER: Grant = 'staffControl.superadminx';

describe('grants', () => {
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

import { describe, expect, it } from 'vitest';
import { countKinds, type Deliverable, deliverableOf, grouped, labelOf, masked, merged, rechargePin } from './deliverable.js';

const TOKEN: Deliverable = { kind: 'token', value: '11112222333344445555', units: '79.9 kWh' };
const RESET: Deliverable = { kind: 'reset_token', value: '22223333444455556666' };
const CARD: Deliverable = { kind: 'pin', value: '373820665258', serial: 'WRN182135587', expires: '2027-12-31' };

describe('deliverables', () => {
  it('have one recharge PIN, the first token, PIN or voucher', () => {
    expect(rechargePin([RESET, TOKEN, CARD])).toBe(TOKEN.value);
    expect(rechargePin([RESET])).toBe('');
  });

  it.each([
    ['41873902657710438826', '4187 3902 6577 1043 8826'],
    ['4216-1234-567', '4216 1234 567'],
    ['123456', '123456'],
    ['AB12CD34EF56', 'AB12CD34EF56'],
  ])('show %s as %s', (value, shown) => {
    expect(grouped(value)).toBe(shown);
  });

  it('are named with all that belongs to them', () => {
    expect([TOKEN, RESET, CARD].map(labelOf)).toEqual([
      'Token (units 79.9 kWh)',
      'Reset token',
      'PIN (serial WRN182135587, expires 2027-12-31)',
    ]);
  });

  it('are told by kinds and last four characters to those who may not use them', () => {
    expect(countKinds([TOKEN, CARD, { ...CARD, value: '444455556666' }])).toEqual([
      { kind: 'token', count: 1 },
      { kind: 'pin', count: 2 },
    ]);
    expect(masked([CARD, { kind: 'pin', value: '1234' }])).toEqual([
      { kind: 'pin', value: '***5258', serial: '***5587', expires: '2027-12-31' },
      { kind: 'pin', value: '***' },
    ]);
  });

  it('are tokens where nobody says more and they have 20 digits', () => {
    expect(deliverableOf('1111-2222-3333-4444-5555').kind).toBe('token');
    expect(deliverableOf('373820665258').kind).toBe('pin');
  });

  it('take the order of a later reading that has all of them', () => {
    expect(merged([{ kind: 'pin', value: '1111-2222-3333-4444-5555' }], [RESET, TOKEN])).toEqual([RESET, TOKEN]);
  });

  it('are never lost by a later reading, nor what is known of them', () => {
    expect(merged([CARD, TOKEN], [])).toEqual([CARD, TOKEN]);
    expect(merged([CARD, TOKEN], [RESET, { kind: 'pin', value: CARD.value }])).toEqual([CARD, TOKEN, RESET]);
  });
});

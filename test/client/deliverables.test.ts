import { describe, expect, it } from 'vitest';
import { deliverablesOf, grouped } from '../../packages/client/src/deliverables.js';
import { grouped as groupedByTheService } from '../../src/kernel/deliverable.js';

describe('deliverables in the client', () => {
  it('are all of a purchase, in order', () => {
    const deliverables = [
      { kind: 'reset_token', value: '22223333444455556666', serial: '', units: '', expires: '' },
      { kind: 'pin', value: '373820665258', serial: 'WRN182135587', units: '', expires: '' },
    ];
    expect(deliverablesOf({ misc_data: JSON.stringify({ itemFee: '0.00', deliverables }) })).toEqual(deliverables);
  });

  it.each(['', '{"itemFee":"0.00"}'])('are none in %j', (details) => {
    expect(deliverablesOf({ misc_data: details })).toEqual([]);
  });

  it.each(['41873902657710438826', '4216-1234-5678', '123456', 'AB12CD34EF56', ''])(
    'set %j in fours as the service does',
    (value) => {
      expect(grouped(value)).toBe(groupedByTheService(value));
    },
  );
});

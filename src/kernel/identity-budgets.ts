import { type Budget, SITE_TIMES } from './budget.js';
import { DAY_MS } from './clock.js';

/** They keep people from finding out by trying whose number it is, and us from paying for more look-ups than people need. */
export const IDENTITY_BUDGETS = {
  identity_numbers: {
    counts: 'BVNs and NINs that an account submitted',
    subjectIs: 'account',
    cap: 5,
    windowMs: DAY_MS,
    beyond: 'refuse',
    store: 'database',
    tells: ['staff'],
  },
  network_identity_numbers: {
    counts: 'BVNs and NINs that were submitted from one network',
    subjectIs: 'network',
    cap: 100,
    windowMs: DAY_MS,
    beyond: 'refuse',
    store: 'database',
    tells: ['staff'],
  },
  site_identity_numbers: {
    counts: 'BVNs and NINs that were submitted from one IPv6 /48',
    subjectIs: 'network',
    cap: 100 * SITE_TIMES,
    windowMs: DAY_MS,
    beyond: 'refuse',
    store: 'database',
    tells: ['staff'],
  },
  identity_number: {
    counts: 'accounts that submitted one BVN or NIN',
    subjectIs: 'key',
    cap: 10,
    windowMs: DAY_MS,
    beyond: 'refuse',
    store: 'database',
    tells: ['staff'],
  },
} as const satisfies Record<string, Budget>;

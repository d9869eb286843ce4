import { DAY_MS } from './clock.js';

export interface Budget {
  /** The counted thing, for staff: `wrong passwords from one network`. */
  readonly counts: string;
  readonly subjectIs: 'account' | 'person' | 'address' | 'network' | 'key' | 'staff member' | 'staff pair' | 'device';
  /** Whole numbers: tries, mails, bytes, kobo. */
  readonly cap: number;
  /** Time from the first count; with `delay` from the last one. */
  readonly windowMs: number;
  /**
   * Beyond the cap: `delay` makes each further try wait, from 1 s doubling to 15 min; `step-up` asks for another proof; `refuse`
   * refuses until the window ends; `freeze` refuses until staff lift it.
   */
  readonly beyond: 'delay' | 'step-up' | 'refuse' | 'freeze';
  /**
   * `database`: exact over all processes, for limits that money or accounts depend on. `memory`: fast and in Redis if there is
   * one, else by process; `refuse` and `step-up` only.
   */
  readonly store: 'database' | 'memory';
  /** `staff`: a system log tells them of the first refusal of a window. `owner`: who spends tells the owner. */
  readonly tells: readonly ('owner' | 'staff')[];
  /** RATE_LIMIT_SCALE multiplies its cap, and 0 turns it off. */
  readonly isRate?: boolean;
}

/** Allowance of an IPv6 /48, in networks: its owner picks any network in it, and mobile carriers put many people in one. */
export const SITE_TIMES = 8;

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

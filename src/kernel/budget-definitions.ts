import { DAY_MS, HOUR_MS } from './clock.js';

export interface Budget {
  /** What it is, for staff: `wrong passwords from one network`. */
  readonly counts: string;
  readonly subjectIs: 'account' | 'person' | 'address' | 'network' | 'key' | 'staff member' | 'staff pair' | 'device';
  /** Whole numbers: tries, mails, bytes, kobo. */
  readonly cap: number;
  /** From the first count; with `delay` from the last one. */
  readonly windowMs: number;
  /**
   * Beyond the cap: `delay` makes each further try wait, from 1 s doubling to 15 min; `step-up` asks for another proof; `refuse`
   * refuses until the window ends; `freeze` refuses until staff lift it.
   */
  readonly beyond: 'delay' | 'step-up' | 'refuse' | 'freeze';
  /**
   * `database`: exact over all processes, for what money or accounts depend on. `memory`: fast and in Redis where there is one,
   * else by process; `refuse` and `step-up` only.
   */
  readonly store: 'database' | 'memory';
  /** `staff`: a system log tells them of the first refusal of a window. `owner`: who spends tells the owner. */
  readonly tells: readonly ('owner' | 'staff')[];
  /** RATE_LIMIT_SCALE multiplies its cap, and 0 turns it off. */
  readonly isRate?: boolean;
}

/** What an IPv6 /48 may do, in networks: its owner picks any network in it, and mobile carriers put many people in one. */
const SITE_TIMES = 8;

/** All budgets; the setting BUDGETS changes their caps and windows. */
export const BUDGETS = {
  network_passwords: {
    counts: 'wrong passwords for an e-mail address from one network',
    subjectIs: 'address',
    cap: 5,
    windowMs: DAY_MS,
    beyond: 'delay',
    store: 'database',
    tells: [],
  },
  device_passwords: {
    counts: 'wrong passwords for an e-mail address from a device that signed in to it before',
    subjectIs: 'device',
    cap: 5,
    windowMs: DAY_MS,
    beyond: 'delay',
    store: 'database',
    tells: [],
  },
  account_passwords: {
    counts: 'wrong passwords for an e-mail address from new devices in all networks',
    subjectIs: 'address',
    cap: 20,
    windowMs: HOUR_MS,
    beyond: 'delay',
    store: 'database',
    tells: ['owner'],
  },
  guessing_mails: {
    counts: 'mails to the owner of an account whose password is guessed',
    subjectIs: 'account',
    cap: 1,
    windowMs: DAY_MS,
    beyond: 'refuse',
    store: 'database',
    tells: [],
  },
  new_device_mails: {
    counts: 'mails to the owner of an account of devices that sign in for the first time',
    subjectIs: 'account',
    cap: 3,
    windowMs: DAY_MS,
    beyond: 'refuse',
    store: 'database',
    tells: [],
  },
  recipient_lookups: {
    counts: 'names of recipients that an account looked up',
    subjectIs: 'account',
    cap: 300,
    windowMs: DAY_MS,
    beyond: 'refuse',
    store: 'memory',
    tells: ['staff'],
    isRate: true,
  },
  name_enquiries: {
    counts: 'names of bank accounts that an account looked up',
    subjectIs: 'account',
    cap: 200,
    windowMs: DAY_MS,
    beyond: 'refuse',
    store: 'memory',
    tells: ['staff'],
    isRate: true,
  },
  device_name_enquiries: {
    counts: 'names of bank accounts that accounts looked up with one device',
    subjectIs: 'device',
    cap: 200,
    windowMs: DAY_MS,
    beyond: 'refuse',
    store: 'memory',
    tells: ['staff'],
    isRate: true,
  },
  network_name_enquiries: {
    counts: 'names of bank accounts that were looked up from one network',
    subjectIs: 'network',
    cap: 1_000,
    windowMs: DAY_MS,
    beyond: 'refuse',
    store: 'memory',
    tells: ['staff'],
    isRate: true,
  },
  site_name_enquiries: {
    counts: 'names of bank accounts that were looked up from one IPv6 /48',
    subjectIs: 'network',
    cap: 1_000 * SITE_TIMES,
    windowMs: DAY_MS,
    beyond: 'refuse',
    store: 'memory',
    tells: ['staff'],
    isRate: true,
  },
  code_guessing_mails: {
    counts: 'mails to the owner of an account whose codes are guessed',
    subjectIs: 'account',
    cap: 1,
    windowMs: DAY_MS,
    beyond: 'refuse',
    store: 'database',
    tells: [],
  },
  stranger_codes: {
    counts: 'wrong codes for an e-mail address from networks that its owner never signed in from',
    subjectIs: 'address',
    cap: 25,
    windowMs: DAY_MS,
    beyond: 'delay',
    store: 'database',
    tells: ['owner'],
  },
  owner_codes: {
    counts: 'wrong codes for an e-mail address from one network that its owner signed in from',
    subjectIs: 'address',
    cap: 25,
    windowMs: DAY_MS,
    beyond: 'delay',
    store: 'database',
    tells: ['owner'],
  },
  phone_codes: {
    counts: 'wrong codes for the phone number of an account',
    subjectIs: 'account',
    cap: 25,
    windowMs: DAY_MS,
    beyond: 'delay',
    store: 'database',
    tells: ['staff'],
  },
  network_codes: {
    counts: 'codes for e-mail addresses without an account, asked for from one network',
    subjectIs: 'network',
    cap: 60,
    windowMs: HOUR_MS,
    beyond: 'refuse',
    store: 'memory',
    tells: [],
    isRate: true,
  },
  site_codes: {
    counts: 'codes for e-mail addresses without an account, asked for from one IPv6 /48',
    subjectIs: 'network',
    cap: 60 * SITE_TIMES,
    windowMs: HOUR_MS,
    beyond: 'refuse',
    store: 'memory',
    tells: ['staff'],
    isRate: true,
  },
  network_unproved_mails: {
    counts: 'mails to an e-mail address that nobody proved, asked for from one network',
    subjectIs: 'address',
    cap: 3,
    windowMs: DAY_MS,
    beyond: 'refuse',
    store: 'database',
    tells: [],
  },
  unproved_mails: {
    counts: 'mails to an e-mail address that nobody proved',
    subjectIs: 'address',
    cap: 12,
    windowMs: DAY_MS,
    beyond: 'refuse',
    store: 'database',
    tells: [],
  },
  unproved_uploads: {
    counts: 'bytes of files from one network by accounts whose e-mail address nobody proved',
    subjectIs: 'network',
    cap: 200_000_000,
    windowMs: DAY_MS,
    beyond: 'step-up',
    store: 'database',
    tells: ['staff'],
  },
  site_unproved_uploads: {
    counts: 'bytes of files from one IPv6 /48 by accounts whose e-mail address nobody proved',
    subjectIs: 'network',
    cap: 200_000_000 * SITE_TIMES,
    windowMs: DAY_MS,
    beyond: 'step-up',
    store: 'database',
    tells: ['staff'],
  },
  contact_forms: {
    counts: 'contact forms and feedback from one network',
    subjectIs: 'network',
    cap: 500,
    windowMs: DAY_MS,
    beyond: 'refuse',
    store: 'database',
    tells: ['staff'],
  },
  contact_bytes: {
    counts: 'bytes of contact forms and feedback from one network',
    subjectIs: 'network',
    cap: 1_000_000,
    windowMs: DAY_MS,
    beyond: 'refuse',
    store: 'database',
    tells: ['staff'],
  },
  site_contact_forms: {
    counts: 'contact forms and feedback from one IPv6 /48',
    subjectIs: 'network',
    cap: 500 * SITE_TIMES,
    windowMs: DAY_MS,
    beyond: 'refuse',
    store: 'database',
    tells: ['staff'],
  },
  site_contact_bytes: {
    counts: 'bytes of contact forms and feedback from one IPv6 /48',
    subjectIs: 'network',
    cap: 1_000_000 * SITE_TIMES,
    windowMs: DAY_MS,
    beyond: 'refuse',
    store: 'database',
    tells: ['staff'],
  },
  staff_reads: {
    counts: 'records about users that a staff member read',
    subjectIs: 'staff member',
    cap: 25_000,
    windowMs: DAY_MS,
    beyond: 'refuse',
    store: 'database',
    tells: ['staff'],
    isRate: true,
  },
  staff_files: {
    counts: 'lists that a staff member took as files',
    subjectIs: 'staff member',
    cap: 20,
    windowMs: HOUR_MS,
    beyond: 'refuse',
    store: 'database',
    tells: ['staff'],
    isRate: true,
  },
  second_factors: {
    counts: 'wrong second factors of a staff member',
    subjectIs: 'staff member',
    cap: 5,
    windowMs: DAY_MS,
    beyond: 'delay',
    store: 'database',
    tells: ['staff'],
  },
  passkey_challenges: {
    counts: 'passkeys that were asked for with the password of a staff member, without a sign-in by one',
    subjectIs: 'staff member',
    cap: 20,
    windowMs: DAY_MS,
    beyond: 'delay',
    store: 'database',
    tells: ['staff'],
  },
  copied_passkey_mails: {
    counts: 'mails to a staff member of passkeys that somebody may have a copy of',
    subjectIs: 'staff member',
    cap: 1,
    windowMs: DAY_MS,
    beyond: 'refuse',
    store: 'database',
    tells: [],
  },
} as const satisfies Record<string, Budget>;

export type BudgetName = keyof typeof BUDGETS;
export type BudgetSet = Readonly<Record<BudgetName, Budget>>;

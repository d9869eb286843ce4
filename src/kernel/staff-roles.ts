/** Lets in to the records of money and of staff, and to nothing that changes them. */
export const READS_RECORDS = 'StatsControl.tradHistory';

/** A set of permissions to begin with; the member's own permissions decide. */
export interface StaffRole {
  readonly role: string;
  readonly title: string;
  readonly about: string;
  /** Under their wire names; `all` has every one. */
  readonly permissions: readonly string[] | 'all';
}

const USERS = ['userControl.getDataList', 'userControl.viewDetails', 'userControl.viewHistory', 'userControl.transaction'];
const FIGURES = [
  'StatsControl.activeUsers',
  'StatsControl.newUserStat',
  'StatsControl.transacStat',
  'StatsControl.tradCounter',
  'StatsControl.transaction',
  'StatsControl.activeOrder',
];
const TICKETS = ['helpControl.getDataList', 'helpControl.viewDetails'];
const CHANNELS = ['offerControl.getDataList', 'offerControl.viewDetails'];

export const STAFF_ROLES: readonly StaffRole[] = [
  {
    role: 'support',
    title: 'Support',
    about: 'Answers tickets, follows purchases and deposits of a user, and suspends an account',
    permissions: [
      ...USERS,
      'userControl.allowModify',
      ...TICKETS,
      'helpControl.allowCreate',
      'helpControl.allowModify',
      'otherControl.getFeedback',
    ],
  },
  {
    role: 'finance',
    title: 'Finance',
    about: 'Keeps the books, settles payments in suspense, and proposes and approves what moves money',
    permissions: [
      ...USERS,
      ...TICKETS,
      'userControl.showEmailAd',
      ...FIGURES,
      READS_RECORDS,
      ...CHANNELS,
      'otherControl.paymentHook',
      'otherControl.paymtMethod',
      'otherControl.fiatCurency',
    ],
  },
  {
    role: 'compliance',
    title: 'Compliance',
    about: 'Looks into users and their money, sees who read and changed what, and suspends an account',
    permissions: [
      ...USERS,
      'userControl.showEmailAd',
      'userControl.allowModify',
      ...FIGURES,
      READS_RECORDS,
      ...TICKETS,
      'staffControl.getDataList',
    ],
  },
  {
    role: 'auditor',
    title: 'Auditor',
    about: 'Reads the audit trail, the books, proposals, purchases and staff, and changes nothing',
    permissions: [...USERS, ...FIGURES, READS_RECORDS, ...TICKETS, 'staffControl.getDataList'],
  },
  {
    role: 'integrator',
    title: 'Integrator',
    about: 'Keeps providers, routes, webhooks and jobs going, and sees nothing of users',
    permissions: [...CHANNELS, 'offerControl.allowModify', 'otherControl.paymentHook', 'otherControl.otherAccess'],
  },
  {
    role: 'administrator',
    title: 'Administrator',
    about: 'Invites staff, gives permissions, and may do everything',
    permissions: 'all',
  },
];

/** Tells which accounts are of staff, and so of no customers; contributed by the context that has staff. */
export abstract class StaffAccounts {
  abstract among(userIds: readonly string[]): Promise<ReadonlySet<string>>;
}

/** An operation's place in the navigation. */

export const TASKS = [
  ['accounts', 'Accounts', 'Registration, sign-in, the own profile, devices, notices.'],
  ['wallet', 'Wallet', 'Balance and history, deposits, transfers, statements.'],
  ['paying', 'Paying', 'Billers, prices, bills and airtime, receipts.'],
  ['files', 'Files', 'Uploads.'],
  ['support', 'Support', 'Tickets, answers, tutorials, feedback.'],
  ['staff', 'Staff', 'What members of staff do, each by permission.'],
] as const;

export type Task = (typeof TASKS)[number];
export type TaskName = Task[0];

const BY_TAG: Readonly<Record<string, TaskName>> = {
  Wallet: 'wallet',
  Services: 'paying',
  Files: 'files',
  'Contact and feedback': 'support',
  FAQs: 'support',
  Tickets: 'support',
  Tutorials: 'support',
  Logs: 'staff',
};
const BY_NAME: readonly (readonly [RegExp, TaskName])[] = [
  [/^(control|webhook)_/, 'staff'],
  [/wallet|transfer|deposit/, 'wallet'],
  [/^service_/, 'paying'],
];
const SUBJECTS: readonly (readonly [RegExp, string])[] = [
  [/^control_(staff|audit)/, 'Staff and audit'],
  [/webhook|job|work_queue|system_log/, 'Webhooks, jobs, logs'],
  [/statistic|dashboard|^ads|visitor/, 'Figures'],
  [/support|feedback|contact|tutorial/, 'Support'],
  [/^control_(user|test_user|search)/, 'Users'],
];

export function taskOf(action: string, access: string, tag: string): TaskName {
  if (access === 'staff') return 'staff';
  return BY_TAG[tag] ?? BY_NAME.find(([name]) => name.test(action))?.[1] ?? 'accounts';
}

/** Staff have so many that they are listed by subject. */
export function subjectOf(action: string): string {
  return SUBJECTS.find(([name]) => name.test(action))?.[1] ?? 'Money and providers';
}

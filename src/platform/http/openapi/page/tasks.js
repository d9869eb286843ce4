/** Where an operation stands in the navigation. */

export const TASKS = [
  ['accounts', 'Accounts', 'Registration, sign-in, the own profile, devices, notices.'],
  ['wallet', 'Wallet', 'Balance and history, deposits, transfers, statements.'],
  ['paying', 'Paying', 'Billers, prices, bills and airtime, receipts.'],
  ['files', 'Files', 'Uploads.'],
  ['support', 'Support', 'Tickets, answers, tutorials, feedback.'],
  ['staff', 'Staff', 'What members of staff do, each by permission.'],
];

const BY_TAG = {
  Wallet: 'wallet',
  Services: 'paying',
  Files: 'files',
  'Contact and feedback': 'support',
  FAQs: 'support',
  Tickets: 'support',
  Tutorials: 'support',
  Logs: 'staff',
};
const BY_NAME = [
  [/^(control|webhook)_/, 'staff'],
  [/wallet|transfer|deposit/, 'wallet'],
  [/^service_/, 'paying'],
];
const SUBJECTS = [
  [/^control_(staff|audit)/, 'Staff and audit'],
  [/webhook|job|work_queue|system_log/, 'Webhooks, jobs, logs'],
  [/statistic|dashboard|^ads|visitor/, 'Figures'],
  [/support|feedback|contact|tutorial/, 'Support'],
  [/^control_(user|test_user|search)/, 'Users'],
];

export function taskOf({ action, access }, tag) {
  if (access === 'staff') return 'staff';
  return BY_TAG[tag] ?? BY_NAME.find(([name]) => name.test(action))?.[1] ?? 'accounts';
}

/** Staff have so many that they are listed by subject. */
export function subjectOf(action) {
  return SUBJECTS.find(([name]) => name.test(action))?.[1] ?? 'Money and providers';
}

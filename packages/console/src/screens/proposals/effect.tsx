import { Text } from '@mantine/core';
import { Section } from '../../components/section.js';
import type { Proposal } from './kinds.js';

const BACK = 'What it took from the wallet, with all charges, goes back to it.';

/** Under the kind, or the kind and its outcome. */
const EFFECTS: Readonly<Record<string, string>> = {
  'purchase_resolve completed': 'The money that is held for it goes to the provider, and its user is told that it was delivered.',
  'purchase_resolve failed': `${BACK} Its user is told that it failed.`,
  'payout_resolve completed': 'The money that is held for it goes to the provider, and its user is told that it was paid.',
  'payout_resolve failed': `${BACK} Its user is told that it failed.`,
  'payout_resolve returned': `${BACK} Its user is told that the bank returned it.`,
  suspense_assign: 'The payment leaves suspense for the wallet of this user, who is told.',
  'suspense_settle recovered': 'The debt leaves the wallet of who owes it, in full, and they are told.',
  'suspense_settle written_off': 'The debt becomes an expense of the service. No wallet moves.',
  wallet_adjust: 'The amount moves between the wallet and the adjustments of the service, and its owner is told the reason.',
  tariff_propose:
    'It is in force from the day on which it begins, in place of what was before. What was ordered until then keeps its charges.',
  settlement_create: 'The amount moves between our own accounts in the books. No wallet moves.',
  statement_settle: 'Each line is booked between our own accounts. No wallet moves.',
  staff_grants: 'The member of staff has these permissions from then on.',
  user_modify: 'The profile of the user says so from then on; limits follow what is verified.',
};

/** What the approval does, for who decides. */
export function Effect({ proposal }: { readonly proposal: Proposal }) {
  const { kind, outcome } = proposal;
  const effect = kind === 'suspense_return' ? returned(proposal) : (EFFECTS[`${kind} ${outcome}`] ?? EFFECTS[kind]);
  if (effect === undefined) return null;
  return (
    <Section title="What the approval does">
      <Text size="sm">{effect}</Text>
    </Section>
  );
}

/** Older proposals say neither by whom nor when it was given back. */
function returned({ bank, valued }: Proposal): string {
  if (bank !== '') return `The payment leaves suspense and counts as paid back by hand from our account at ${bank}.`;
  if (valued !== '') return 'The payment leaves suspense and counts as given back by the provider that took it.';
  return 'The payment leaves suspense and counts as paid back.';
}

import type { ComponentType } from 'react';
import type { Proposal } from './proposal.js';
import { ProposedFacts } from './proposed-facts.js';
import { SettlementFacts } from './settlement-facts.js';
import { StatementLines } from './statement-lines.js';
import { TariffChange } from './tariff-change.js';

/** How one kind of proposal is shown. */
interface KindView {
  readonly title: string | Readonly<Record<string, string>>;
  /** What the approval does, for who decides; by outcome where it differs. */
  readonly effect: string | Readonly<Record<string, string>> | ((proposal: Proposal) => string);
  /** When the last approval takes effect, in the dialog of the decision; money moves at once where it says nothing. */
  readonly approved?: string;
  /** Whether the amount goes into, or out of, the wallet of its user. */
  readonly movesWallet?: boolean;
  /** Whether what it is about is no record of its own. */
  readonly hasNoRecord?: boolean;
  /** Whether each approval takes a code. */
  readonly takesCode?: boolean;
  readonly Details?: ComponentType<{ readonly proposal: Proposal }>;
}

const BACK = 'The amount and all charges go back to the wallet.';
const MORE = 'above the total of a day another member of staff has to approve too.';
const BOOKED = 'The books have it from then on.';

/** A kind that the service has and that is not here does not compile. */
const KINDS: Readonly<Record<Proposal['kind'], KindView>> = {
  purchase_resolve: {
    title: { completed: 'Purchase counts as delivered', '': 'Purchase counts as not delivered' },
    effect: {
      completed: 'The money that is held for it goes to the provider, and its user is told that it was delivered.',
      failed: `${BACK} Its user is told that it failed.`,
    },
    movesWallet: true,
  },
  payout_resolve: {
    title: {
      completed: 'Payout counts as paid',
      failed: 'Payout counts as not paid',
      returned: 'Payout counts as returned',
      '': 'Decide a payout',
    },
    effect: {
      completed: 'The money that is held for it goes to the provider, and its user is told that it was paid.',
      failed: `${BACK} Its user is told that it failed.`,
      returned: `${BACK} Its user is told that the bank returned it.`,
    },
    movesWallet: true,
  },
  suspense_assign: {
    title: 'Assign money in suspense',
    effect: 'The payment leaves suspense for the wallet of this user, who is told.',
    movesWallet: true,
  },
  suspense_return: {
    title: 'Return money in suspense',
    effect: returned,
    // It went back before it was proposed.
    approved: `With the last approval the books have it; ${MORE}`,
  },
  suspense_settle: {
    title: 'Settle a reversed deposit',
    effect: {
      recovered: "The whole debt leaves the user's wallet, and we tell the user.",
      written_off: 'The debt becomes an expense of the service. No wallet moves.',
    },
    movesWallet: true,
  },
  wallet_adjust: {
    title: 'Adjust the wallet',
    effect: 'The amount moves between the wallet and the adjustments of the service. Its owner sees the reason.',
    movesWallet: true,
  },
  staff_grants: {
    title: 'Give permissions for money',
    effect: 'The member of staff has these permissions from then on.',
    approved: 'The member of staff has them from then on.',
    takesCode: true,
  },
  user_modify: {
    title: 'Change who a user is',
    effect: 'The profile of the user shows it from then on. Limits follow the verified facts.',
    approved: 'The profile of the user shows it from then on.',
    Details: ProposedFacts,
  },
  tariff_propose: {
    title: 'Change a tariff',
    effect: 'It is in force from its first day, in place of the former one. Earlier orders keep their charges.',
    approved: 'It is in force from its first day.',
    hasNoRecord: true,
    Details: TariffChange,
  },
  settlement_create: {
    title: 'Book a settlement',
    effect: 'The amount moves between our own accounts in the books. No wallet moves.',
    approved: BOOKED,
    hasNoRecord: true,
    Details: SettlementFacts,
  },
  statement_settle: {
    title: 'Book lines of a statement',
    effect: 'Each line is booked between our own accounts. No wallet moves.',
    approved: BOOKED,
    hasNoRecord: true,
    Details: StatementLines,
  },
};

export function viewOf({ kind }: Pick<Proposal, 'kind'>): KindView {
  return KINDS[kind];
}

/** What is proposed, in words. */
export function titleOf({ kind, outcome }: Pick<Proposal, 'kind' | 'outcome'>): string {
  const { title } = KINDS[kind];
  return typeof title === 'string' ? title : (title[outcome] ?? title['']!);
}

/** What the approval does, for who decides. */
export function effectOf(proposal: Proposal): string | undefined {
  const { effect } = KINDS[proposal.kind];
  if (typeof effect === 'function') return effect(proposal);
  return typeof effect === 'string' ? effect : effect[proposal.outcome];
}

/** What happens with the last approval, in the dialog of the decision. */
export function approvedOf({ kind }: Proposal): string {
  return KINDS[kind].approved ?? `With the last approval the money moves at once; ${MORE}`;
}

/** Older proposals say neither by whom nor when it was given back. */
function returned({ bank, valued }: Proposal): string {
  if (bank !== '') return `The payment leaves suspense and counts as paid back by hand from our account at ${bank}.`;
  if (valued !== '') return 'The payment leaves suspense and counts as given back by the provider that took it.';
  return 'The payment leaves suspense and counts as paid back.';
}

import { Alert } from '@mantine/core';
import { Hourglass } from 'lucide-react';

type Kind = 'purchase' | 'payout' | 'suspense';

const WHAT: Readonly<Record<string, string>> = {
  'purchase completed': 'It is proposed to count it as delivered',
  'purchase failed': 'A refund is proposed',
  'payout completed': 'It is proposed to count it as paid',
  'payout failed': 'A refund is proposed',
  'payout returned': 'It is proposed that it came back, and a refund',
  'suspense assigned': 'It is proposed to give it to a user',
  'suspense returned': 'It is proposed to return it to its payer',
  'suspense recovered': 'It is proposed to recover the debt',
  'suspense written_off': 'It is proposed to write the debt off',
};

interface ProposedProps {
  readonly kind: Kind;
  /** As the record has it; empty where nothing is proposed. */
  readonly proposed: string;
}

/** That a proposal about the record waits, also for those who may not open it. */
export function Proposed({ kind, proposed }: ProposedProps) {
  if (proposed === '') return null;
  return (
    <Alert color="blue" icon={<Hourglass aria-hidden />} p="xs" role="status">
      {`${WHAT[`${kind} ${proposed}`] ?? 'Something is proposed'}, and waits for approval.`}
    </Alert>
  );
}

const IN_SHORT: Readonly<Record<string, string>> = {
  assigned: 'give to a user',
  returned: 'return',
  recovered: 'recover',
  written_off: 'write off',
};

/** The same in a cell of a list. */
export function proposedInShort(proposed: string): string {
  return IN_SHORT[proposed] ?? proposed;
}

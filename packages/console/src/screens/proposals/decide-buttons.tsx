import { useState } from 'react';
import { Button, Text, Textarea } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useAction } from '../../api/use-action.js';
import { CodeDialog } from '../../components/code-dialog.js';
import { formatNaira } from '../../components/money.js';
import { useMay, useProfile } from '../../session/profile.js';
import { permissionsOf, type Proposal, titleOf } from './kinds.js';

const CHANGES = [
  'control_proposal_fetch',
  'control_work_queue',
  'control_purchase_fetch',
  'control_suspense_fetch',
  'control_user_data_details',
  'control_user_wallet_history',
  'control_staff_profile_info',
  'control_staff_members_fetch',
] as const;

export function DecideButtons({ proposal }: { readonly proposal: Proposal }) {
  const mayDecide = useMay('otherControl.fiatCurency');
  const { userid } = useProfile();
  const [isApproving, approving] = useDisclosure(false);
  const [isRejecting, rejecting] = useDisclosure(false);
  const [isWithdrawing, withdrawing] = useDisclosure(false);
  if (proposal.proposed_by === userid)
    return (
      <>
        <Text size="sm" c="dimmed">
          Another member of staff has to approve what you proposed.
        </Text>
        <Button variant="light" color="red" onClick={withdrawing.open}>
          Withdraw
        </Button>
        <DecideDialog proposal={proposal} decision="withdraw" isOpen={isWithdrawing} onClose={withdrawing.close} />
      </>
    );
  if (!mayDecide) return null;
  return (
    <>
      <Button variant="light" color="red" onClick={rejecting.open}>
        Reject
      </Button>
      <Button onClick={approving.open}>Approve</Button>
      <DecideDialog proposal={proposal} decision="approve" isOpen={isApproving} onClose={approving.close} />
      <DecideDialog proposal={proposal} decision="reject" isOpen={isRejecting} onClose={rejecting.close} />
    </>
  );
}

const VERBS = { approve: 'Approve', reject: 'Reject', withdraw: 'Withdraw' } as const;

function effectOf({ kind }: Proposal): string {
  if (kind === 'staff_grants') return 'The member of staff has them from then on.';
  return 'With the last approval the money moves at once; above the total of a day another member of staff has to approve too.';
}

interface DecideDialogProps {
  readonly proposal: Proposal;
  readonly decision: keyof typeof VERBS;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

function DecideDialog({ proposal, decision, isOpen, onClose }: DecideDialogProps) {
  const [comment, setComment] = useState('');
  const decide = useAction('control_proposal_decide', {
    done: ({ COMMENT }) => COMMENT,
    changes: CHANGES,
    onDone: onClose,
  });
  const isApproval = decision === 'approve';
  const input = { reqv: proposal.marker, decision, ...(comment.trim() ? { comment: comment.trim() } : {}) };
  return (
    <CodeDialog
      isOpen={isOpen}
      onClose={onClose}
      title={`${VERBS[decision]} this proposal`}
      verb={VERBS[decision]}
      color={isApproval ? undefined : 'red'}
      action={decide}
      onConfirm={(pinc) => decide.mutate({ ...input, pinc })}
    >
      <Text size="sm">
        {titleOf(proposal)}
        {proposal.permissions.length > 0 && `: ${permissionsOf(proposal)}`}
        {proposal.amount !== 0 && `: ${formatNaira(proposal.amount)}`}. {isApproval ? effectOf(proposal) : 'Nothing changes.'}
      </Text>
      <Textarea
        label="Comment"
        autosize
        minRows={2}
        value={comment}
        onChange={(event) => setComment(event.currentTarget.value)}
      />
    </CodeDialog>
  );
}

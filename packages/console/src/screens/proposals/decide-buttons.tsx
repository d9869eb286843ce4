import { useState } from 'react';
import { isHarmattanError } from '@harmattan/client';
import { Button, Text, Textarea } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import type { Tone } from '../../api/toast.js';
import { useAction } from '../../api/use-action.js';
import { CodeDialog } from '../../components/code-dialog.js';
import { ConfirmDialog } from '../../components/confirm-dialog.js';
import { formatNaira } from '../../components/money.js';
import { forgetProof, keptProof, proveWith } from '../../session/code-proof.js';
import { useMay, useProfile } from '../../session/profile.js';
import { approvedOf, titleOf, viewOf } from './kinds.js';
import { permissionsOf, type Proposal } from './proposal.js';

const CHANGES = [
  'control_proposal_fetch',
  'control_work_queue',
  'control_purchase_fetch',
  'control_payout_fetch',
  'control_timeline_fetch',
  'control_name_fetch',
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
          Another member of staff has to approve your proposal.
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

/** Of what became of it; what was rejected or withdrawn went as whoever did it wished. */
const TONES: Readonly<Record<string, Tone>> = { approved: 'waiting', void: 'warning', expired: 'warning' };

const VERBS = { approve: 'Approve', reject: 'Reject', withdraw: 'Withdraw' } as const;

interface DecideDialogProps {
  readonly proposal: Proposal;
  readonly decision: keyof typeof VERBS;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** A code counts for five minutes in this tab, but not for permissions and for what takes two approvals. */
function DecideDialog({ proposal, decision, isOpen, onClose }: DecideDialogProps) {
  const [comment, setComment] = useState('');
  const [isProofRefused, setIsProofRefused] = useState(false);
  const decide = useAction('control_proposal_decide', {
    done: ({ COMMENT, status }) => ({ message: COMMENT, tone: TONES[status] ?? 'done' }),
    changes: CHANGES,
    onDone: onClose,
  });
  const isApproval = decision === 'approve';
  const isGrave = isApproval && (proposal.approvals === 2 || viewOf(proposal).takesCode);
  const input = { reqv: proposal.marker, decision, ...(comment.trim() ? { comment: comment.trim() } : {}) };
  const send = (given: { pinc: string } | { proof: string }) =>
    decide.mutate(
      { ...input, ...given },
      {
        onError: (error) => {
          if (!isHarmattanError(error, 'pinc_required')) return;
          forgetProof();
          setIsProofRefused(true);
        },
      },
    );
  const prove = useMutation({ mutationFn: proveWith, onSuccess: (proof) => send({ proof }) });
  const proof = isGrave || isProofRefused ? undefined : keptProof();
  const dialog = {
    isOpen,
    onClose,
    title: `${VERBS[decision]} this proposal`,
    verb: VERBS[decision],
    ...(isApproval ? {} : { color: 'red' }),
    action: {
      isPending: prove.isPending || decide.isPending,
      error: prove.error ?? decide.error,
      reset: () => {
        prove.reset();
        decide.reset();
      },
    },
  };
  const content = (
    <>
      <Text size="sm">
        {titleOf(proposal)}
        {proposal.permissions.length > 0 && `: ${permissionsOf(proposal)}`}
        {proposal.amount !== 0 && `: ${formatNaira(proposal.amount)}`}. {isApproval ? approvedOf(proposal) : 'Nothing changes.'}
      </Text>
      <Textarea
        label="Comment"
        autosize
        minRows={2}
        value={comment}
        onChange={(event) => setComment(event.currentTarget.value)}
      />
    </>
  );
  if (proof !== undefined)
    return (
      <ConfirmDialog {...dialog} onConfirm={() => send({ proof })}>
        {content}
      </ConfirmDialog>
    );
  return (
    <CodeDialog {...dialog} onConfirm={(pinc) => (isGrave || isProofRefused ? send({ pinc }) : prove.mutate(pinc))}>
      {content}
    </CodeDialog>
  );
}

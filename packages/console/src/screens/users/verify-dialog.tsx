import { Text } from '@mantine/core';
import { doneOrWaiting } from '../../api/toast.js';
import { useAction } from '../../api/use-action.js';
import { CodeDialog } from '../../components/code-dialog.js';
import { type DialogProps, USER_READS } from './user-dialog.js';

interface VerifyDialogProps extends DialogProps {
  readonly subject: 'identVerify' | 'phoneVerify';
}

const TEXTS = {
  identVerify: { title: 'Verification of identity', what: 'The identity' },
  phoneVerify: { title: 'Verification of the phone number', what: 'The phone number' },
};

/** Staff verify, or withdraw it, with a code of their second factor. */
export function VerifyDialog({ userId, user, subject, onClose }: VerifyDialogProps) {
  const next = user[subject] === 'verified' ? 'unverified' : 'verified';
  const { title, what } = TEXTS[subject];
  const modify = useAction('control_user_modify', {
    done: (answer) => (answer.MKID === '' ? `${what} is ${next}` : doneOrWaiting(answer)),
    changes: [...USER_READS, 'control_proposal_fetch', 'control_work_queue'],
    onDone: onClose,
  });
  return (
    <CodeDialog
      isOpen
      onClose={onClose}
      title={title}
      verb={next === 'verified' ? 'Verify' : 'Withdraw'}
      action={modify}
      onConfirm={(pinc) => modify.mutate({ uxid: userId, [subject]: next, pinc })}
    >
      <Text size="sm">
        {next === 'verified'
          ? 'Another member of staff has to approve it. Their limits may then rise to those of a higher tier.'
          : 'Their limits may fall to those of a lower tier.'}
      </Text>
    </CodeDialog>
  );
}

import { useState } from 'react';
import type { Data } from '@harmattan/client';
import { Button, Checkbox, Menu, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { BadgeCheck, ChevronDown } from 'lucide-react';
import { useAction } from '../../api/use-action.js';
import { CodeDialog } from '../../components/code-dialog.js';
import { ConfirmDialog } from '../../components/confirm-dialog.js';
import { useMay } from '../../session/profile.js';

interface UserProps {
  readonly userId: string;
  readonly user: Data<'control_user_data_details'>;
}

const CHANGES = ['control_user_data_details', 'control_user_data_list'] as const;

/** What staff do to a user. */
export function UserActions({ userId, user }: UserProps) {
  const mayModify = useMay('userControl.allowModify');
  const [isSuspending, suspending] = useDisclosure(false);
  const [isVerifying, verifying] = useDisclosure(false);
  if (!mayModify || user.status === 'closed') return null;
  const isSuspended = user.status === 'suspended';
  return (
    <>
      <Button color={isSuspended ? undefined : 'red'} variant={isSuspended ? 'filled' : 'light'} onClick={suspending.open}>
        {isSuspended ? 'Reactivate' : 'Suspend'}
      </Button>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="default" rightSection={<ChevronDown size={16} />}>
            More
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<BadgeCheck size={16} />} onClick={verifying.open}>
            {user.identVerify === 'verified' ? 'Withdraw verification of identity' : 'Verify identity'}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isSuspending && <SuspendDialog userId={userId} user={user} isOpen onClose={suspending.close} />}
      {isVerifying && <VerifyDialog userId={userId} user={user} isOpen onClose={verifying.close} />}
    </>
  );
}

interface DialogProps extends UserProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

function SuspendDialog({ userId, user, isOpen, onClose }: DialogProps) {
  const isSuspended = user.status === 'suspended';
  const [reason, setReason] = useState('');
  const [notify, setNotify] = useState(false);
  const done = isSuspended ? 'The user can sign in again' : 'The user is suspended and signed out';
  const modify = useAction('control_user_modify', { done, changes: CHANGES, onDone: onClose });
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={isSuspended ? 'Reactivate this user' : 'Suspend this user'}
      verb={isSuspended ? 'Reactivate' : 'Suspend'}
      color={isSuspended ? undefined : 'red'}
      isReady={isSuspended || reason.trim() !== ''}
      action={modify}
      onConfirm={() =>
        modify.mutate(
          isSuspended ? { uxid: userId, status: 'active' } : { uxid: userId, status: 'suspended', reason: reason.trim(), notify },
        )
      }
    >
      {isSuspended ? (
        <Text size="sm">They can sign in and pay again.</Text>
      ) : (
        <>
          <Text size="sm">They are signed out everywhere at once and cannot sign in. Their money stays.</Text>
          <TextInput
            label="Reason"
            required
            data-autofocus
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
          <Checkbox label="Tell them the reason" checked={notify} onChange={(event) => setNotify(event.currentTarget.checked)} />
        </>
      )}
    </ConfirmDialog>
  );
}

function VerifyDialog({ userId, user, isOpen, onClose }: DialogProps) {
  const next = user.identVerify === 'verified' ? 'unverified' : 'verified';
  const modify = useAction('control_user_modify', {
    done: `The identity is ${next}`,
    changes: CHANGES,
    onDone: onClose,
  });
  return (
    <CodeDialog
      isOpen={isOpen}
      onClose={onClose}
      title="Verification of identity"
      verb={next === 'verified' ? 'Verify' : 'Withdraw'}
      action={modify}
      onConfirm={(pinc) => modify.mutate({ uxid: userId, identVerify: next, pinc })}
    >
      <Text size="sm">
        {next === 'verified' ? 'Their limits rise to those of the highest tier.' : 'Their limits fall to those of a lower tier.'}
      </Text>
    </CodeDialog>
  );
}

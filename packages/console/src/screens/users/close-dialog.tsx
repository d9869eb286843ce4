import { useState } from 'react';
import { Text, TextInput } from '@mantine/core';
import { ActionDialog } from '../../components/action-dialog.js';
import { type DialogProps, USER_READS } from './user-dialog.js';

/** Closes an account for its owner, or keeps one open that is closing. */
export function CloseDialog(props: DialogProps) {
  return props.user.status === 'closing' ? <KeepOpen {...props} /> : <Close {...props} />;
}

function Close({ userId, onClose }: DialogProps) {
  const [reason, setReason] = useState('');
  return (
    <ActionDialog
      onClose={onClose}
      title="Close this account"
      verb="Close the account"
      color="red"
      action="control_user_modify"
      input={reason.trim() === '' ? undefined : { uxid: userId, status: 'closing', reason: reason.trim() }}
      done="The account is closing. All its sessions have ended."
      changes={USER_READS}
    >
      <Text size="sm">
        Only for its owner, and only without money in it. They are told by mail. It is closed for good in 30 days; until then a
        sign-in keeps it open.
      </Text>
      <TextInput
        label="Reason"
        required
        data-autofocus
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </ActionDialog>
  );
}

function KeepOpen({ userId, onClose }: DialogProps) {
  return (
    <ActionDialog
      onClose={onClose}
      title="Keep this account open"
      verb="Keep it open"
      action="control_user_modify"
      input={{ uxid: userId, status: 'kept' }}
      done="The account stays open"
      changes={USER_READS}
    >
      <Text size="sm">The closing is undone. Its owner can sign in and pay again.</Text>
    </ActionDialog>
  );
}

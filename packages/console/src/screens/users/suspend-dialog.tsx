import { useState } from 'react';
import { Checkbox, Text, TextInput } from '@mantine/core';
import { ActionDialog } from '../../components/action-dialog.js';
import { type DialogProps, USER_READS } from './user-dialog.js';

export function SuspendDialog(props: DialogProps) {
  return props.user.status === 'suspended' ? <Reactivate {...props} /> : <Suspend {...props} />;
}

function Reactivate({ userId, onClose }: DialogProps) {
  return (
    <ActionDialog
      onClose={onClose}
      title="Reactivate this user"
      verb="Reactivate"
      action="control_user_modify"
      input={{ uxid: userId, status: 'active' }}
      done="The user can sign in again"
      changes={USER_READS}
    >
      <Text size="sm">They can sign in and pay again.</Text>
    </ActionDialog>
  );
}

function Suspend({ userId, onClose }: DialogProps) {
  const [reason, setReason] = useState('');
  const [notify, setNotify] = useState(false);
  return (
    <ActionDialog
      onClose={onClose}
      title="Suspend this user"
      verb="Suspend"
      color="red"
      action="control_user_modify"
      input={reason.trim() === '' ? undefined : { uxid: userId, status: 'suspended', reason: reason.trim(), notify }}
      done="The user is suspended and signed out"
      changes={USER_READS}
    >
      <Text size="sm">They are signed out everywhere at once and cannot sign in. Their money stays.</Text>
      <TextInput
        label="Reason"
        required
        data-autofocus
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <Checkbox label="Tell them the reason" checked={notify} onChange={(event) => setNotify(event.currentTarget.checked)} />
    </ActionDialog>
  );
}

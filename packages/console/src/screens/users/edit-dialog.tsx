import { Text, TextInput } from '@mantine/core';
import { doneOrWaiting } from '../../api/toast.js';
import { ActionDialog } from '../../components/action-dialog.js';
import { useFields } from '../../components/use-fields.js';
import { type DialogProps, USER_READS } from './user-dialog.js';

/** Names and phone number; only what was changed is sent. */
export function EditDialog({ userId, user, onClose }: DialogProps) {
  const isMasked = user.phoneNumber.includes('*');
  const before = { fNme: user.firstName, lNme: user.lastName, phone: isMasked ? '' : user.phoneNumber };
  const { form, values, field } = useFields({ ...before, reason: '' });
  const { reason, ...given } = values;
  const changed = Object.entries(given).filter(
    ([name, value]) => value.trim() !== '' && value.trim() !== before[name as keyof typeof before],
  );
  const isReady = changed.length > 0 && reason.trim() !== '';
  return (
    <ActionDialog
      form={form}
      onClose={onClose}
      title="Edit this user"
      verb="Save"
      action="control_user_modify"
      input={isReady ? { uxid: userId, ...Object.fromEntries(changed), reason: reason.trim() } : undefined}
      done={doneOrWaiting}
      changes={[...USER_READS, 'control_proposal_fetch', 'control_work_queue']}
    >
      <TextInput label="First name" data-autofocus {...field('fNme')} />
      <TextInput label="Last name" {...field('lNme')} />
      <TextInput
        label="Phone"
        type="tel"
        placeholder={isMasked ? user.phoneNumber : undefined}
        description="A new number has to be verified again"
        {...field('phone')}
      />
      <TextInput label="Reason" required {...field('reason')} />
      <Text size="sm" c="dimmed">
        A new phone number waits for another member of staff. So does a new name once the identity is verified. The audit trail
        keeps the old and the new value, and the reason.
      </Text>
    </ActionDialog>
  );
}

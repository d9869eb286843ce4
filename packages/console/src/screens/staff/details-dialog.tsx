import { Textarea, TextInput } from '@mantine/core';
import { ActionDialog } from '../../components/action-dialog.js';
import { useFields } from '../../components/use-fields.js';
import type { Profile } from '../../session/profile.js';

interface DetailsDialogProps {
  readonly member: Profile;
  readonly onClose: () => void;
}

export function DetailsDialog({ member, onClose }: DetailsDialogProps) {
  const { stphone, stxrole, stxdept, stafbio } = member;
  const { form, values, field } = useFields({ stphone, stxrole, stxdept, stafbio });
  return (
    <ActionDialog
      form={form}
      onClose={onClose}
      title="Edit details"
      verb="Save"
      action="control_staff_details_update"
      input={{ requxid: member.rquxid, ...values }}
      done="The details are changed"
      changes={['control_staff_profile_info', 'control_staff_members_fetch']}
    >
      <TextInput label="Phone" type="tel" data-autofocus {...field('stphone')} />
      <TextInput label="Role" {...field('stxrole')} />
      <TextInput label="Department" {...field('stxdept')} />
      <Textarea label="About the person" autosize minRows={2} {...field('stafbio')} />
    </ActionDialog>
  );
}

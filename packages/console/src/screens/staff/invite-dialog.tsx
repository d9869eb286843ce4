import { useState } from 'react';
import { Accordion, Textarea, TextInput } from '@mantine/core';
import { doneOrWaiting } from '../../api/toast.js';
import { ActionDialog } from '../../components/action-dialog.js';
import { useFields } from '../../components/use-fields.js';
import { useProfile } from '../../session/profile.js';
import { GrantBoxes } from './grant-boxes.js';
import { grantInput, type Grants, grantsOf, noneOf } from './grants.js';
import { RoleChoice } from './role-choice.js';

export function InviteDialog({ onClose }: { readonly onClose: () => void }) {
  const { form, values, field, set } = useFields({ stemail: '', stphone: '', stxrole: '', stxdept: '', stafbio: '' });
  const profile = useProfile();
  const [grants, setGrants] = useState(() => noneOf(grantsOf(profile)));
  const begin = (given: Grants, title: string) => {
    setGrants(given);
    if (values.stxrole.trim() === '') set('stxrole', title);
  };
  return (
    <ActionDialog
      form={form}
      onClose={onClose}
      title="Invite to the staff"
      verb="Invite"
      action="control_staff_profile_create"
      input={Object.values(values).every((value) => value.trim() !== '') ? { ...values, ...grantInput(grants) } : undefined}
      done={doneOrWaiting}
      changes={['control_staff_members_fetch', 'control_proposal_fetch', 'control_work_queue']}
    >
      <TextInput label="E-mail address" type="email" required data-autofocus {...field('stemail')} />
      <TextInput label="Phone" type="tel" required {...field('stphone')} />
      <RoleChoice grants={grants} onChange={begin} />
      <TextInput label="Role" required {...field('stxrole')} />
      <TextInput label="Department" required {...field('stxdept')} />
      <Textarea label="About the person" required autosize minRows={2} {...field('stafbio')} />
      <Accordion variant="contained">
        <Accordion.Item value="grants">
          <Accordion.Control>Permissions</Accordion.Control>
          <Accordion.Panel>
            <GrantBoxes grants={grants} onChange={setGrants} />
          </Accordion.Panel>
        </Accordion.Item>
      </Accordion>
    </ActionDialog>
  );
}

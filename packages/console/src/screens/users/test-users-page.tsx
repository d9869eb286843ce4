import { useState } from 'react';
import type { Input } from '@harmattan/client';
import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { ActionDialog } from '../../components/action-dialog.js';
import { DataPage } from '../../components/data-page.js';
import { Reference } from '../../components/reference.js';
import { ScreenLink } from '../../components/screen-link.js';
import { Status } from '../../components/status.js';
import { Time } from '../../components/time.js';
import { useFields } from '../../components/use-fields.js';
import { useMay } from '../../session/profile.js';

type By = Input<'control_test_user_fetch'>['rqtp'];

const SHOWN: { value: By; label: string }[] = [
  { value: 'all', label: 'All' },
  { value: 'active', label: 'Active' },
  { value: 'archive', label: 'Archived' },
];

export default function TestUsersPage() {
  const mayCreate = useMay('userControl.allowModify');
  const [isAdding, adding] = useDisclosure(false);
  return (
    <>
      <DataPage
        title="Test users"
        about="Accounts for trials. Their features are limited."
        actions={mayCreate && <Button onClick={adding.open}>Add a test user</Button>}
        action="control_test_user_fetch"
        filters={[
          { name: 'state', label: 'Show', choices: SHOWN, standard: 'all' },
          { name: 'email', label: 'E-mail address' },
        ]}
        input={({ state = 'all', email }) => (email ? { rqtp: 'email', rqvl: email } : { rqtp: state as By })}
        rowKey={({ marker }) => marker}
        empty="No test user here"
        columns={[
          {
            title: 'Name',
            render: ({ userid, firstName, lastName }) => (
              <ScreenLink to="/users/$userId" params={{ userId: userid }} fw={600}>
                {`${firstName} ${lastName}`}
              </ScreenLink>
            ),
          },
          { title: 'E-mail address', render: ({ email }) => email },
          { title: 'Password', render: ({ password }) => <Hidden text={password} /> },
          { title: 'State', render: ({ status }) => <Status value={status} /> },
          { title: 'Since', render: ({ recorded }) => <Time at={recorded} /> },
        ]}
      />
      {isAdding && <AddDialog onClose={adding.close} />}
    </>
  );
}

function Hidden({ text }: { readonly text: string }) {
  const [isShown, { open }] = useDisclosure(false);
  if (isShown) return <Reference value={text} />;
  return (
    <Button variant="default" size="xs" onClick={open}>
      Show
    </Button>
  );
}

function AddDialog({ onClose }: { readonly onClose: () => void }) {
  const { form, values, field } = useFields({ fsnm: '', lsnm: '', emal: '', pswd: '' });
  const [serial] = useState(() => `console-${crypto.randomUUID()}`);
  return (
    <ActionDialog
      form={form}
      onClose={onClose}
      title="Add a test user"
      verb="Add"
      action="control_test_user_create"
      input={Object.values(values).every((value) => value.trim() !== '') ? { ...values, devt: 'Web', devs: serial } : undefined}
      done="The test user is added"
      changes={['control_test_user_fetch']}
    >
      <TextInput label="First name" required data-autofocus {...field('fsnm')} />
      <TextInput label="Last name" required {...field('lsnm')} />
      <TextInput label="E-mail address" type="email" required {...field('emal')} />
      <PasswordInput
        label="Password"
        description="At least 8 characters with upper case, lower case and a digit"
        autoComplete="new-password"
        required
        {...field('pswd')}
      />
    </ActionDialog>
  );
}

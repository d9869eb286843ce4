import { useState } from 'react';
import { Button, Card, Group, Stack, Title } from '@mantine/core';
import { doneOrWaiting } from '../../api/toast.js';
import { useAction } from '../../api/use-action.js';
import { useOperation } from '../../api/use-operation.js';
import { OperationTable, PageTitle } from '../../components/data-page.js';
import { ErrorLine, ErrorNotice } from '../../components/error-notice.js';
import { Facts } from '../../components/facts.js';
import { lagosMs } from '../../components/lagos-time.js';
import { Reference } from '../../components/reference.js';
import { Status } from '../../components/status.js';
import { Time } from '../../components/time.js';
import { useAddressPart } from '../../components/use-address.js';
import { Waiting } from '../../components/waiting.js';
import { type Profile, useMay, useProfile } from '../../session/profile.js';
import { GrantBoxes } from './grant-boxes.js';
import { grantInput, type Grants, grantsOf } from './grants.js';
import { RoleChoice } from './role-choice.js';
import { StaffActions } from './staff-actions.js';

export default function StaffMemberPage() {
  const staffId = useAddressPart('staffId');
  const member = useOperation('control_staff_profile_info', { uxid: staffId });
  if (member.isPending) return <Waiting />;
  if (member.error) return <ErrorNotice error={member.error} retry={() => void member.refetch()} />;
  const { data } = member;
  return (
    <Stack gap="md">
      <PageTitle
        title={data.fullName || data.emailAddress}
        about={<Status value={data.status} />}
        actions={<StaffActions member={data} />}
      />
      <Card withBorder>
        <Facts
          facts={[
            ['E-mail address', data.emailAddress],
            ['Phone', data.stphone],
            ['Role', data.stxrole],
            ['Department', data.stxdept],
            ['About', data.stafbio],
            ['Tracking ID', <Reference key="id" value={data.rquxid} />],
            ['Last active', data.userActiveTime && <Time at={lagosMs(data.userActiveTime) ?? ''} />],
            ['Since', <Time key="since" at={data.recorded} />],
          ]}
        />
      </Card>
      <Title order={2}>Permissions</Title>
      <Permissions key={data.marker} member={data} />
      <Title order={2}>Sign-ins</Title>
      <OperationTable
        action="control_staff_login_history"
        input={() => ({ uxid: staffId })}
        rowKey={({ marker }) => marker}
        empty="No sign-in yet"
        columns={[
          { title: 'When', sort: 'recorded', render: ({ recorded }) => <Time at={recorded} /> },
          { title: 'Outcome', sort: 'outcome', render: ({ outcome }) => <Status value={outcome} /> },
          {
            title: 'Place',
            sort: 'country',
            render: ({ city, country }) => [city, country].filter((name) => name !== '').join(', '),
          },
          { title: 'Address', sort: 'ip', render: ({ ip }) => ip },
          { title: 'Device', sort: 'devname', render: ({ devname, devType }) => `${devname} ${devType}`.trim() },
        ]}
      />
    </Stack>
  );
}

function Permissions({ member }: { readonly member: Profile }) {
  const isOwn = useProfile().rquxid === member.rquxid;
  const mayChange = useMay('staffControl.allowModify') && !isOwn;
  const [draft, setDraft] = useState<Grants>();
  const update = useAction('control_staff_profile_update', {
    done: doneOrWaiting,
    changes: ['control_staff_profile_info', 'control_staff_members_fetch', 'control_proposal_fetch', 'control_work_queue'],
    onDone: () => setDraft(undefined),
  });
  const leave = () => {
    update.reset();
    setDraft(undefined);
  };
  return (
    <Stack gap="sm">
      {mayChange && <RoleChoice grants={draft ?? grantsOf(member)} onChange={setDraft} />}
      <GrantBoxes grants={draft ?? grantsOf(member)} {...(mayChange ? { onChange: setDraft } : {})} />
      <ErrorLine error={update.error} />
      {draft && (
        <Group>
          <Button loading={update.isPending} onClick={() => update.mutate({ requxid: member.rquxid, ...grantInput(draft) })}>
            Save permissions
          </Button>
          <Button variant="default" onClick={leave}>
            Cancel
          </Button>
        </Group>
      )}
    </Stack>
  );
}

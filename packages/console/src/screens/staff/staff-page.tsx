import { Button, Group } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { DataPage } from '../../components/data-page.js';
import { ScreenLink } from '../../components/screen-link.js';
import { Status } from '../../components/status.js';
import { Time } from '../../components/time.js';
import { useMay } from '../../session/profile.js';
import { InviteDialog } from './invite-dialog.js';

export default function StaffPage() {
  const mayInvite = useMay('staffControl.allowCreate');
  const [isInviting, inviting] = useDisclosure(false);
  return (
    <>
      <DataPage
        title="Staff"
        actions={
          <Group>
            <ScreenLink to="/staff/grants">Who may do what</ScreenLink>
            {mayInvite && <Button onClick={inviting.open}>Invite</Button>}
          </Group>
        }
        action="control_staff_members_fetch"
        input={() => ({})}
        rowKey={({ rquxid }) => rquxid}
        to={({ rquxid }) => ({ to: '/staff/$staffId', params: { staffId: rquxid } })}
        empty="Nobody yet"
        columns={[
          {
            title: 'Name',
            sort: 'fullName',
            render: ({ rquxid, fullName, emailAddress }) => (
              <ScreenLink to="/staff/$staffId" params={{ staffId: rquxid }} fw={600}>
                {fullName || emailAddress}
              </ScreenLink>
            ),
          },
          { title: 'E-mail address', render: ({ emailAddress }) => emailAddress },
          { title: 'Role', sort: 'stxrole', render: ({ stxrole }) => stxrole },
          { title: 'Department', sort: 'stxdept', render: ({ stxdept }) => stxdept },
          { title: 'State', sort: 'status', render: ({ status }) => <Status value={status} /> },
          { title: 'Since', sort: 'recorded', render: ({ recorded }) => <Time at={recorded} /> },
        ]}
      />
      {isInviting && <InviteDialog onClose={inviting.close} />}
    </>
  );
}

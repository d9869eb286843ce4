import { Fragment } from 'react';
import { ScrollArea, Stack, Table, Text } from '@mantine/core';
import { Check } from 'lucide-react';
import { usePage } from '../../api/use-operation.js';
import { PageTitle } from '../../components/data-page.js';
import { ErrorNotice } from '../../components/error-notice.js';
import { ScreenLink } from '../../components/screen-link.js';
import { Waiting } from '../../components/waiting.js';
import { type Profile, useProfile } from '../../session/profile.js';
import { GRANT_GROUPS, grantTitle, GROUP_TITLES } from './grants.js';

export default function GrantsPage() {
  const members = usePage('control_staff_members_fetch', {});
  if (members.isPending) return <Waiting />;
  if (members.error) return <ErrorNotice error={members.error} retry={() => void members.refetch()} />;
  return (
    <Stack gap="md">
      <PageTitle
        title="Who may do what"
        about="Staff as columns, permissions as rows. A super administrator may do everything."
      />
      <Matrix members={members.data.items.filter(({ status }) => status !== 'inactive')} />
    </Stack>
  );
}

function Matrix({ members }: { readonly members: readonly Profile[] }) {
  const profile = useProfile();
  return (
    <ScrollArea tabIndex={0} role="region" aria-label="Permissions of staff" viewportProps={{ tabIndex: -1 }}>
      <Table withTableBorder stickyHeader highlightOnHover>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">Permission</Table.Th>
            {members.map(({ rquxid, fullName, emailAddress, stxrole }) => (
              <Table.Th key={rquxid} scope="col" ta="center">
                <ScreenLink to="/staff/$staffId" params={{ staffId: rquxid }}>
                  {fullName || emailAddress}
                </ScreenLink>
                <Text size="xs" c="dimmed">
                  {stxrole}
                </Text>
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {GRANT_GROUPS.map((group) => (
            <Fragment key={group}>
              <Table.Tr>
                <Table.Th scope="colgroup" colSpan={members.length + 1}>
                  {GROUP_TITLES[group]}
                </Table.Th>
              </Table.Tr>
              {Object.keys(profile[group]).map((name) => (
                <Table.Tr key={name}>
                  <Table.Th scope="row" fw={400} pl="lg">
                    {grantTitle(name)}
                  </Table.Th>
                  {members.map((member) => (
                    <Table.Td key={member.rquxid} ta="center">
                      {member[group][name] === 'YES' && <Check size={16} role="img" aria-label="yes" />}
                    </Table.Td>
                  ))}
                </Table.Tr>
              ))}
            </Fragment>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollArea>
  );
}

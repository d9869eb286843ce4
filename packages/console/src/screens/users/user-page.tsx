import { Stack, Tabs } from '@mantine/core';
import { useOperation } from '../../api/use-operation.js';
import { PageTitle } from '../../components/data-page.js';
import { ErrorNotice } from '../../components/error-notice.js';
import { Status } from '../../components/status.js';
import { useAddressPart, useAddressSearch } from '../../components/use-address.js';
import { Waiting } from '../../components/waiting.js';
import { holds, useProfile } from '../../session/profile.js';
import { OpenProposals } from '../proposals/open-proposals.js';
import { UserActions } from './user-actions.js';
import type { User } from './user-dialog.js';
import { UserOverview } from './user-overview.js';
import { USER_TABS } from './user-tabs.js';

export default function UserPage() {
  const userId = useAddressPart('userId');
  const user = useOperation('control_user_data_details', { uxid: userId });
  if (user.isPending) return <Waiting />;
  if (user.error) return <ErrorNotice error={user.error} retry={() => void user.refetch()} />;
  return (
    <Stack gap="md">
      <PageTitle
        title={`${user.data.firstName} ${user.data.lastName}`.trim() || 'Without a name'}
        about={<Status value={user.data.status} />}
        actions={<UserActions userId={userId} user={user.data} />}
      />
      <OpenProposals subject={`user:${userId}`} />
      <Content userId={userId} user={user.data} />
    </Stack>
  );
}

function Content({ userId, user }: { readonly userId: string; readonly user: User }) {
  const profile = useProfile();
  const [{ tab = 'overview' }, change] = useAddressSearch();
  const tabs = USER_TABS.filter(({ needs }) => holds(profile, needs));
  return (
    <Tabs
      value={tab}
      onChange={(value) => change({ tab: value === 'overview' ? undefined : (value ?? undefined) })}
      keepMounted={false}
    >
      <Tabs.List style={{ flexWrap: 'nowrap', overflowX: 'auto', overflowY: 'hidden' }}>
        <Tabs.Tab value="overview">Overview</Tabs.Tab>
        {tabs.map(({ id, title }) => (
          <Tabs.Tab key={id} value={id}>
            {title}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value="overview" pt="md">
        <UserOverview userId={userId} user={user} />
      </Tabs.Panel>
      {tabs.map(({ id, Content: TabContent }) => (
        <Tabs.Panel key={id} value={id} pt="md">
          <TabContent userId={userId} />
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}

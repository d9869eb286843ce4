import type { Data } from '@harmattan/client';
import { Card, Stack } from '@mantine/core';
import { useOperation } from '../../api/use-operation.js';
import { PageTitle } from '../../components/data-page.js';
import { ErrorNotice } from '../../components/error-notice.js';
import { Facts } from '../../components/facts.js';
import { Status } from '../../components/status.js';
import { useAddressPart } from '../../components/use-address.js';
import { Waiting } from '../../components/waiting.js';
import { UserActions } from './user-actions.js';

type User = Data<'control_user_data_details'>;

export default function UserPage() {
  const userId = useAddressPart('userId');
  const user = useOperation('control_user_data_details', { uxid: userId });
  if (user.isPending) return <Waiting />;
  if (user.error) return <ErrorNotice error={user.error} retry={() => void user.refetch()} />;
  return (
    <Stack gap="md">
      <PageTitle
        title={`${user.data.firstName} ${user.data.lastName}`}
        about={<Status value={user.data.status} />}
        actions={<UserActions userId={userId} user={user.data} />}
      />
      <Card withBorder>
        <Facts facts={factsOf(user.data)} />
      </Card>
    </Stack>
  );
}

function factsOf(user: User) {
  return [
    ['E-mail address', user.emailAddress],
    ['Phone', user.phoneNumber],
  ] as const;
}

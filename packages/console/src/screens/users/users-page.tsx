import type { Input } from '@harmattan/client';
import { DataPage } from '../../components/data-page.js';
import { Money } from '../../components/money.js';
import { ScreenLink } from '../../components/screen-link.js';
import { Status } from '../../components/status.js';
import { Time } from '../../components/time.js';

type By = NonNullable<Input<'control_user_data_list'>['rqtp']>;

const BY: { value: By; label: string }[] = [
  { value: 'all', label: 'Everybody' },
  { value: 'name', label: 'Name' },
  { value: 'email', label: 'E-mail address' },
  { value: 'phone', label: 'Phone number' },
  { value: 'reference', label: 'Reference ID' },
  { value: 'meter', label: 'Meter or customer number' },
  { value: 'account', label: 'Deposit account' },
  { value: 'status', label: 'State' },
  { value: 'country', label: 'Country of a login' },
];

export default function UsersPage() {
  return (
    <DataPage
      title="Users"
      action="control_user_data_list"
      filters={[
        { name: 'by', label: 'Find by', choices: BY, standard: 'all' },
        { name: 'value', label: 'Value' },
      ]}
      input={({ by = 'all', value }) => (value ? { rqtp: by as By, rqvl: value } : { rqtp: 'all' })}
      rowKey={({ userid }) => userid}
      to={({ userid }) => ({ to: '/users/$userId', params: { userId: userid } })}
      empty="No user matches"
      columns={[
        {
          title: 'Name',
          sort: 'firstName',
          render: ({ userid, firstName, lastName }) => (
            <ScreenLink to="/users/$userId" params={{ userId: userid }} fw={600}>
              {`${firstName} ${lastName}`.trim() || 'Without a name'}
            </ScreenLink>
          ),
        },
        { title: 'E-mail address', render: ({ emailAddress }) => emailAddress },
        { title: 'Phone', render: ({ phoneNumber }) => phoneNumber },
        { title: 'State', sort: 'status', render: ({ status }) => <Status value={status} /> },
        { title: 'Balance', sort: 'balance', align: 'right', render: ({ balance }) => <Money value={balance} /> },
        { title: 'Since', sort: 'recorded', render: ({ recorded }) => <Time at={recorded} /> },
      ]}
    />
  );
}

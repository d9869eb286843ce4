import type { Item } from '@harmattan/client';
import { Text } from '@mantine/core';
import { OperationTable } from '../../components/data-page.js';
import { Status } from '../../components/status.js';
import { Time } from '../../components/time.js';

type Payee = Item<'control_payee_fetch'>;

/** Whom a user has saved to pay again. */
export function UserPayees({ userId }: { readonly userId: string }) {
  return (
    <OperationTable
      action="control_payee_fetch"
      input={() => ({ uxid: userId })}
      rowKey={({ marker }) => marker}
      empty="No payee is saved"
      columns={[
        { title: 'Label', render: ({ label }) => label },
        { title: 'Kind', render: ({ kind }) => kind },
        { title: 'Name', render: (payee) => <Name payee={payee} /> },
        { title: 'Pays to', render: targetOf },
        { title: 'State', render: ({ status }) => <Status value={status} /> },
        { title: 'Paid', align: 'right', render: ({ used }) => (used === 0 ? 'never' : `${used} times`) },
        { title: 'Saved', render: ({ recorded }) => <Time at={recorded} /> },
      ]}
    />
  );
}

/** With what the bank tells now, until the user confirms it. */
function Name({ payee: { name, changed } }: { readonly payee: Payee }) {
  if (changed === '') return name;
  return (
    <>
      {name}
      <Text size="xs" c="dimmed">
        the bank says: {changed}
      </Text>
    </>
  );
}

function targetOf({ bank, account, email, billerId, itemId, customerId }: Payee): string {
  if (account !== '') return `${bank}, ${account}`;
  return email === '' ? `${customerId} at ${billerId}, ${itemId}` : email;
}

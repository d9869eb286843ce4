import type { Item } from '@harmattan/client';
import { Stack } from '@mantine/core';
import { CaseParts } from '../../components/case/case-parts.js';
import { PageTitle } from '../../components/data-page.js';
import { Facts } from '../../components/facts.js';
import { formatNaira, Money } from '../../components/money.js';
import { RecordPage } from '../../components/record-page.js';
import { Reference } from '../../components/reference.js';
import { Section } from '../../components/section.js';
import { Status } from '../../components/status.js';
import { Time } from '../../components/time.js';
import { useAddressPart } from '../../components/use-address.js';
import { UserLink } from '../../components/user-link.js';

type Deposit = Item<'control_user_wallet_deposit'>;

export default function DepositPage() {
  const marker = useAddressPart('marker');
  return (
    <RecordPage action="control_user_wallet_deposit" input={{ rqtp: 'mk', rqvl: marker }}>
      {(deposit) => <View deposit={deposit} />}
    </RecordPage>
  );
}

function View({ deposit }: { readonly deposit: Deposit }) {
  return (
    <Stack gap="md">
      <PageTitle title={depositTitle(deposit)} about={<Status value={deposit.status} />} />
      <Section title="Deposit">
        <Facts
          facts={[
            ['User', <UserLink key="user" id={deposit.userid} />],
            ['Ordered', <Money key="ordered" value={deposit.ax_amount} />],
            ['Received', <Money key="received" value={deposit.ax_received} fw={700} />],
            ['Difference', deposit.ax_received > 0 && differenceOf(deposit) !== 0 && <Money value={differenceOf(deposit)} />],
            ['Account', <Reference key="account" value={deposit.ax_number} />],
            ['Bank', deposit.ax_bank],
            ['Name of the account', deposit.ax_name],
            ['Ordered at', <Time key="time" at={deposit.recorded} />],
            ['Until', <Time key="until" at={deposit.ax_expire} />],
            ['Order', <Reference key="order" value={deposit.marker} />],
          ]}
        />
      </Section>
      <CaseParts kind="deposit" id={deposit.marker} />
    </Stack>
  );
}

function differenceOf({ ax_amount: ordered, ax_received: received }: Pick<Deposit, 'ax_amount' | 'ax_received'>): number {
  return Math.round((received - ordered) * 100) / 100;
}

/** An order that another amount came for says both. */
function depositTitle({ ax_amount: ordered, ax_received: received }: Deposit): string {
  if (received === 0 || received === ordered) return `Deposit of ${formatNaira(ordered)}`;
  return `Deposit: ${formatNaira(received)} received, ${formatNaira(ordered)} ordered`;
}

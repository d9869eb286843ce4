import type { ReactNode } from 'react';
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
import { ProviderFacts } from '../attempts/provider-facts.js';
import { Proposed } from '../proposals/proposed.js';
import { Deliverables } from './deliverables.js';
import { type Purchase, PurchaseActions } from './purchase-actions.js';

export default function PurchasePage() {
  const marker = useAddressPart('marker');
  return (
    <RecordPage action="control_purchase_fetch" input={{ rqtp: 'mk', rqvl: marker }}>
      {(purchase) => <View purchase={purchase} />}
    </RecordPage>
  );
}

function View({ purchase }: { readonly purchase: Purchase }) {
  return (
    <Stack gap="md">
      <PageTitle
        title={`${purchase.biller_name} ${purchase.biller_item}, ${formatNaira(purchase.tx_amount)}`}
        about={<Status value={purchase.status} />}
        actions={<PurchaseActions purchase={purchase} />}
      />
      <Proposed kind="purchase" proposed={purchase.proposed} />
      <Section title="Purchase">
        <Facts
          facts={[
            ['User', <UserLink key="user" id={purchase.userid} />],
            ['Meter or customer number', <Reference key="customer" value={purchase.customer_id} />],
            ['Delivered', purchase.has_token && <Deliverables key="delivered" purchase={purchase} />],
            ...purchase.charges.map(({ name, amount }) => [name, <Money key={name} value={amount} />] as const),
            ...amountsOf(purchase),
            ['Reference', <Reference key="reference" value={purchase.tx_reference} />],
            ['Order', <Reference key="order" value={purchase.marker} />],
            ['Phone', purchase.customer_mobile],
            ['E-mail address', purchase.customer_email],
            ['When', <Time key="time" at={purchase.recorded} />],
          ]}
        />
      </Section>
      <ProviderFacts record={purchase} />
      <CaseParts kind="purchase" id={purchase.marker} />
    </Stack>
  );
}

/** What of the whole is where, in words. */
function amountsOf({ status, total, held }: Purchase): [string, ReactNode][] {
  const amount = <Money key="total" value={total} fw={700} />;
  const where: Readonly<Record<string, string>> = {
    completed: 'Charged',
    failed: 'Refunded',
    reversed: 'Charged, then refunded',
  };
  return [
    ['Ordered in all', amount],
    [where[status] ?? 'Taken from the wallet', <Money key="where" value={total} />],
    ['Held', held > 0 && <Money value={held} />],
  ];
}

import { Stack, Text, Timeline } from '@mantine/core';
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
      <Section title="Purchase">
        <Facts
          facts={[
            ['User', <UserLink key="user" id={purchase.userid} />],
            ['Meter or customer number', <Reference key="customer" value={purchase.customer_id} />],
            ['Delivered', purchase.has_token && <Deliverables key="delivered" purchase={purchase} />],
            ...purchase.charges.map(({ name, amount }) => [name, <Money key={name} value={amount} />] as const),
            ['Total', <Money key="total" value={purchase.total} />],
            ['Kept on hold', purchase.held > 0 && <Money value={purchase.held} />],
            ['Reference', <Reference key="reference" value={purchase.tx_reference} />],
            ['Order', <Reference key="order" value={purchase.marker} />],
            ['Phone', purchase.customer_mobile],
            ['E-mail address', purchase.customer_email],
            ['When', <Time key="time" at={purchase.recorded} />],
          ]}
        />
      </Section>
      <Section title="What the providers said">
        <Facts
          facts={[
            ['Provider', purchase.provider],
            ["Provider's reference", purchase.provider_reference && <Reference value={purchase.provider_reference} />],
            ['Last answer', [purchase.response_code, purchase.response_message].filter(Boolean).join(' · ')],
            ['Asked', `${purchase.queries} times`],
            ['Asked next', purchase.next_query && <Time at={purchase.next_query} isRelative />],
          ]}
        />
        <Timeline bulletSize={12} lineWidth={2} active={-1} mt="xs">
          {purchase.attempts.map((attempt) => (
            <Timeline.Item
              key={`${attempt.reference} ${attempt.recorded} ${attempt.outcome}`}
              title={`${attempt.provider}: ${attempt.outcome || 'no answer yet'}`}
            >
              <Text size="sm" c="dimmed" className="wrap">
                {[attempt.code, attempt.message].filter(Boolean).join(' · ')}
              </Text>
              <Reference value={attempt.reference} />
              <Text size="xs" c="dimmed">
                <Time at={attempt.recorded} />
              </Text>
            </Timeline.Item>
          ))}
        </Timeline>
      </Section>
    </Stack>
  );
}

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
import { type Payout, PayoutActions } from './payout-actions.js';

export default function PayoutPage() {
  const marker = useAddressPart('marker');
  return (
    <RecordPage action="control_payout_fetch" input={{ rqtp: 'mk', rqvl: marker }}>
      {(payout) => <View payout={payout} />}
    </RecordPage>
  );
}

function View({ payout }: { readonly payout: Payout }) {
  return (
    <Stack gap="md">
      <PageTitle
        title={`${payout.name}, ${formatNaira(payout.amount)}`}
        about={<Status value={payout.status} />}
        actions={<PayoutActions payout={payout} />}
      />
      <Proposed kind="payout" proposed={payout.proposed} />
      <Section title="Payout">
        <Facts
          facts={[
            ['User', <UserLink key="user" id={payout.userid} />],
            ['Bank', payout.bank],
            ['Account', <Reference key="account" value={payout.account} />],
            ['Name at the bank', payout.name],
            ['Note', payout.note],
            ['Session, which the receiving bank asks for', payout.session && <Reference value={payout.session} />],
            ...amountsOf(payout),
            ['Reference', <Reference key="reference" value={payout.reference} />],
            ['Payout', <Reference key="payout" value={payout.marker} />],
            ['Why', payout.reason],
            ['When', <Time key="time" at={payout.recorded} />],
            ['Ended', payout.ended && <Time at={payout.ended} />],
          ]}
        />
      </Section>
      <ProviderFacts record={payout} />
      <CaseParts kind="payout" id={payout.marker} />
    </Stack>
  );
}

/** What of the whole is where, in words. */
function amountsOf({ status, amount, charges, total, held, provider_fee: fee }: Payout): [string, ReactNode][] {
  const where: Readonly<Record<string, string>> = {
    complete: 'Charged',
    failed: 'Refunded',
    returned: 'Charged, then refunded',
  };
  return [
    ['Amount', <Money key="amount" value={amount} fw={700} />],
    ...charges.map(({ name, amount: charged }): [string, ReactNode] => [name, <Money key={name} value={charged} />]),
    [where[status] ?? 'Taken from the wallet', <Money key="where" value={total} />],
    ['Held', held > 0 && <Money value={held} />],
    ['Cost at the provider', fee > 0 && <Money value={fee} />],
  ];
}

import { useState } from 'react';
import { Button, Stack } from '@mantine/core';
import { CaseParts } from '../../components/case/case-parts.js';
import { useOpenProposal } from '../../components/case/use-open-proposal.js';
import { PageTitle } from '../../components/data-page.js';
import { Facts } from '../../components/facts.js';
import { formatNaira } from '../../components/money.js';
import { Named } from '../../components/named.js';
import { RecordPage } from '../../components/record-page.js';
import { Reference } from '../../components/reference.js';
import { Section } from '../../components/section.js';
import { Status } from '../../components/status.js';
import { Time } from '../../components/time.js';
import { useAddressPart } from '../../components/use-address.js';
import { UserLink } from '../../components/user-link.js';
import { useMay } from '../../session/profile.js';
import { Proposed } from '../proposals/proposed.js';
import { DebtDialog, type Payment } from './debt-dialog.js';
import { SettleDialog } from './settle-dialog.js';

export default function PaymentPage() {
  const marker = useAddressPart('marker');
  return (
    <RecordPage action="control_suspense_fetch" input={{ rqtp: 'mk', rqvl: marker }}>
      {(payment) => <View payment={payment} />}
    </RecordPage>
  );
}

function View({ payment }: { readonly payment: Payment }) {
  return (
    <Stack gap="md">
      <PageTitle
        title={`${formatNaira(payment.amount)} of ${payment.payer_name || 'an unknown payer'}`}
        about={<Status value={payment.status} />}
        actions={<Actions payment={payment} />}
      />
      <Proposed kind="suspense" proposed={payment.proposed} />
      <Section title="Payment">
        <Facts
          facts={[
            ['Why it is here', payment.reason.replaceAll('_', ' ')],
            ['When', <Time key="time" at={payment.recorded} />],
            ['Settled', payment.settled && <Time at={payment.settled} />],
            ['Payer', payment.payer_name],
            ['Bank of the payer', payment.payer_bank],
            ['Account of the payer', payment.payer_account && <Reference value={payment.payer_account} />],
            ['Into account', <Reference key="account" value={payment.account_number} />],
            ['Narration', payment.narration],
            [payment.status === 'owed' ? 'Owed by' : 'User', payment.userid && <UserLink id={payment.userid} />],
            ['Provider', payment.provider],
            ["Provider's reference", <Reference key="transaction" value={payment.transaction_id} />],
            ['Session of the banks', payment.session_id && <Reference value={payment.session_id} />],
          ]}
        />
      </Section>
      <CaseParts kind="suspense" id={payment.marker} />
    </Stack>
  );
}

function Actions({ payment }: { readonly payment: Payment }) {
  const { marker, status, settled } = payment;
  const may = useMay('otherControl.paymtMethod');
  const openProposal = useOpenProposal(`suspense:${marker}`);
  const [open, setOpen] = useState<'assign' | 'return' | 'debt'>();
  const close = () => setOpen(undefined);
  if (!may || settled !== '' || openProposal === undefined) return null;
  if (openProposal !== '') return <Named kind="proposal" id={openProposal} />;
  if (status === 'owed')
    return (
      <>
        <Button onClick={() => setOpen('debt')}>Settle the debt</Button>
        {open === 'debt' && <DebtDialog payment={payment} onClose={close} />}
      </>
    );
  return (
    <>
      <Button variant="default" onClick={() => setOpen('return')}>
        Return to the payer
      </Button>
      <Button onClick={() => setOpen('assign')}>Assign to a user</Button>
      <SettleDialog marker={marker} manner="assign" isOpen={open === 'assign'} onClose={close} />
      <SettleDialog marker={marker} manner="return" isOpen={open === 'return'} onClose={close} />
    </>
  );
}

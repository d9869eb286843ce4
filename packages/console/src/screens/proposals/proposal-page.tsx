import { Blockquote, Stack } from '@mantine/core';
import { PageTitle } from '../../components/data-page.js';
import { Facts } from '../../components/facts.js';
import { Money } from '../../components/money.js';
import { RecordPage } from '../../components/record-page.js';
import { Reference } from '../../components/reference.js';
import { ScreenLink } from '../../components/screen-link.js';
import { Section } from '../../components/section.js';
import { Status } from '../../components/status.js';
import { Time } from '../../components/time.js';
import { useAddressPart } from '../../components/use-address.js';
import { UserLink } from '../../components/user-link.js';
import { DecideButtons } from './decide-buttons.js';
import { isOpen, permissionsOf, type Proposal, titleOf } from './kinds.js';
import { SettlementFacts } from './settlement-facts.js';
import { TariffChange } from './tariff-change.js';

export default function ProposalPage() {
  const marker = useAddressPart('marker');
  return (
    <RecordPage action="control_proposal_fetch" input={{ rqtp: 'mk', rqvl: marker }}>
      {(proposal) => <View proposal={proposal} />}
    </RecordPage>
  );
}

function View({ proposal }: { readonly proposal: Proposal }) {
  return (
    <Stack gap="md">
      <PageTitle
        title={titleOf(proposal)}
        about={<Status value={proposal.status} />}
        actions={isOpen(proposal) && <DecideButtons proposal={proposal} />}
      />
      <Section title="What is proposed">
        <Facts
          facts={[
            ['Permissions', permissionsOf(proposal)],
            ['Amount', proposal.amount !== 0 && <Money value={proposal.amount} fw={600} />],
            ['User', proposal.userid && <UserLink id={proposal.userid} />],
            [
              'About',
              !['tariff_propose', 'settlement_create'].includes(proposal.kind) && <Subject key="subject" proposal={proposal} />,
            ],
            ['Outcome', proposal.outcome.replaceAll('_', ' ')],
            ['Token', proposal.token],
            ['Bank transfer', proposal.bank_reference && <Reference value={proposal.bank_reference} />],
            ['Ticket', proposal.ticket && <Reference value={proposal.ticket} />],
          ]}
        />
        <Blockquote p="sm" color="gray" className="wrap" cite={<Time at={proposal.recorded} />} styles={{ cite: { opacity: 1 } }}>
          {proposal.reason}
        </Blockquote>
      </Section>
      {proposal.kind === 'tariff_propose' && <TariffChange proposal={proposal} />}
      {proposal.kind === 'settlement_create' && <SettlementFacts proposal={proposal} />}
      <Section title="Who">
        <Facts
          facts={[
            ['Proposed by', <UserLink key="proposer" id={proposal.proposed_by} />],
            ['Approvals needed', proposal.status === 'approved' ? 'Two, needs one more' : String(proposal.approvals)],
            ['Approved by', proposal.approved_by && <UserLink id={proposal.approved_by} />],
            ['Decided by', proposal.decided_by && <UserLink id={proposal.decided_by} />],
            ['Decided', proposal.decided && <Time at={proposal.decided} />],
            ['Comment', proposal.comment],
          ]}
        />
      </Section>
    </Stack>
  );
}

function Subject({ proposal: { kind, subject } }: { readonly proposal: Proposal }) {
  // Kind and id, as `suspense:01J…`.
  const marker = subject.slice(subject.indexOf(':') + 1);
  if (kind === 'purchase_resolve')
    return (
      <ScreenLink to="/purchases/$marker" params={{ marker }}>
        The purchase
      </ScreenLink>
    );
  if (kind.startsWith('suspense_'))
    return (
      <ScreenLink to="/suspense/$marker" params={{ marker }}>
        The payment
      </ScreenLink>
    );
  if (kind === 'staff_grants')
    return (
      <ScreenLink to="/staff/$staffId" params={{ staffId: marker }}>
        The member of staff
      </ScreenLink>
    );
  return <Reference value={subject} />;
}

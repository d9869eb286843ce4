import { Blockquote, Stack, Text } from '@mantine/core';
import { useOperation } from '../../api/use-operation.js';
import { CaseParts } from '../../components/case/case-parts.js';
import { PageTitle } from '../../components/data-page.js';
import { Day } from '../../components/day.js';
import { Facts } from '../../components/facts.js';
import { Money } from '../../components/money.js';
import { Named, NamedSubject } from '../../components/named.js';
import { RecordPage } from '../../components/record-page.js';
import { Reference } from '../../components/reference.js';
import { Section } from '../../components/section.js';
import { Status } from '../../components/status.js';
import { Time } from '../../components/time.js';
import { useAddressPart } from '../../components/use-address.js';
import { UserLink } from '../../components/user-link.js';
import { useMay, useProfile } from '../../session/profile.js';
import { JournalLink } from '../ledger/journal-link.js';
import { BeforeAndAfter } from './before-and-after.js';
import { DecideButtons } from './decide-buttons.js';
import { effectOf, titleOf, viewOf } from './kinds.js';
import { isOpen, permissionsOf, type Proposal } from './proposal.js';

export default function ProposalPage() {
  const marker = useAddressPart('marker');
  return (
    <RecordPage action="control_proposal_fetch" input={{ rqtp: 'mk', rqvl: marker }}>
      {(proposal) => <View proposal={proposal} />}
    </RecordPage>
  );
}

function View({ proposal }: { readonly proposal: Proposal }) {
  const { userid } = useProfile();
  const isOwn = proposal.proposed_by === userid;
  const journal = useJournal(proposal, isOwn);
  const { hasNoRecord, Details } = viewOf(proposal);
  const effect = effectOf(proposal);
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
            ['About', !hasNoRecord && <NamedSubject key="subject" subject={proposal.subject} />],
            ['Outcome', proposal.outcome.replaceAll('_', ' ')],
            ['Token', proposal.token],
            ['Bank transfer', proposal.bank_reference && <Reference value={proposal.bank_reference} />],
            ['Paid back from', proposal.bank],
            ['Day', proposal.valued && <Day key="day" of={proposal.valued} />],
            ['Ticket', proposal.ticket && <Reference value={proposal.ticket} />],
          ]}
        />
        <Blockquote p="sm" color="gray" className="wrap" cite={<Time at={proposal.recorded} />} styles={{ cite: { opacity: 1 } }}>
          {proposal.reason || 'No reason was given.'}
        </Blockquote>
      </Section>
      {Details && <Details proposal={proposal} />}
      {effect !== undefined && (
        <Section title="What the approval does">
          <Text size="sm">{effect}</Text>
        </Section>
      )}
      <BeforeAndAfter proposal={proposal} />
      <Section title="Who">
        <Facts
          facts={[
            ['Proposed by', <Named key="proposer" kind="staff" id={proposal.proposed_by} />],
            ['Approvals needed', proposal.status === 'approved' ? 'Two, needs one more' : String(proposal.approvals)],
            ['Approved by', proposal.approved_by && <Named kind="staff" id={proposal.approved_by} />],
            ['Decided by', proposal.decided_by && <Named kind="staff" id={proposal.decided_by} />],
            ['Decided', proposal.decided && <Time at={proposal.decided} />],
            ['Booked as', journal !== '' && <JournalLink id={journal} />],
            ['Comment', proposal.comment],
          ]}
        />
      </Section>
      <CaseParts kind="proposal" id={proposal.marker} isOwn={isOwn} />
    </Stack>
  );
}

/** The journal that carried it out; empty where there is none. */
function useJournal({ marker, status }: Proposal, isOwn: boolean): string {
  const may = useMay('otherControl.paymtMethod');
  const enabled = status === 'executed' && (may || isOwn);
  const { data } = useOperation('control_timeline_fetch', { rqvl: `proposal:${marker}` }, { enabled });
  return data?.find(({ kind }) => kind === 'journal')?.record ?? '';
}

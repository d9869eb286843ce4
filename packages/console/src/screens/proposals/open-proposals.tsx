import { Group, Text } from '@mantine/core';
import { usePage } from '../../api/use-operation.js';
import { Facts } from '../../components/facts.js';
import { Money } from '../../components/money.js';
import { Named } from '../../components/named.js';
import { ScreenLink } from '../../components/screen-link.js';
import { Section } from '../../components/section.js';
import { Time } from '../../components/time.js';
import { useMay, useProfile } from '../../session/profile.js';
import { DecideButtons } from './decide-buttons.js';
import { titleOf } from './kinds.js';
import { isOpen, type Proposal } from './proposal.js';
import { changedFacts } from './proposed-facts.js';
import { READS_PROPOSALS } from './readers.js';

/** What waits for a decision about this record; who proposed it withdraws it here. */
export function OpenProposals({ subject }: { readonly subject: string }) {
  const may = useMay(READS_PROPOSALS);
  const { data, isPlaceholderData } = usePage(
    'control_proposal_fetch',
    { rqtp: 'subject', rqvl: subject, pnum: 100 },
    { enabled: may },
  );
  // Of the record that was shown before.
  if (isPlaceholderData) return null;
  return data?.items.filter(isOpen).map((proposal) => <OpenProposal key={proposal.marker} proposal={proposal} />);
}

function OpenProposal({ proposal }: { readonly proposal: Proposal }) {
  const { userid } = useProfile();
  const { marker, amount, reason, recorded, proposed_by: by } = proposal;
  return (
    <Section title={`Waits for approval: ${titleOf(proposal).toLowerCase()}`}>
      <Facts
        facts={[
          ...changedFacts(proposal),
          ['Amount', amount !== 0 && <Money value={amount} isSigned fw={600} />],
          ['Proposed by', <Named key="proposer" kind="staff" id={by} />],
          ['Proposed', <Time key="recorded" at={recorded} />],
          ['Reason', reason],
        ]}
      />
      <Group gap="xs">
        {by === userid ? (
          <DecideButtons proposal={proposal} />
        ) : (
          <Text size="sm" c="dimmed">
            It is decided on its own page.
          </Text>
        )}
        <ScreenLink to="/proposals/$marker" params={{ marker }} size="sm">
          Open the proposal
        </ScreenLink>
      </Group>
    </Section>
  );
}

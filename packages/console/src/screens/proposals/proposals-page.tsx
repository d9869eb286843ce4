import type { Input } from '@harmattan/client';
import { DataPage } from '../../components/data-page.js';
import { Named, NamedSubject } from '../../components/named.js';
import { Money } from '../../components/money.js';
import { ScreenLink } from '../../components/screen-link.js';
import { Status } from '../../components/status.js';
import { Time } from '../../components/time.js';
import { useMay } from '../../session/profile.js';
import { titleOf } from './kinds.js';
import type { Proposal } from './proposal.js';
import { READS_ALL_PROPOSALS } from './readers.js';

type By = Input<'control_proposal_fetch'>['rqtp'];

const BY: { value: By; label: string }[] = [
  { value: 'open', label: 'Open' },
  { value: 'decided', label: 'Decided' },
  { value: 'all', label: 'All' },
];

export default function ProposalsPage() {
  const seesAll = useMay(READS_ALL_PROPOSALS);
  return (
    <DataPage
      title="Proposals"
      about="Money that staff propose to move, and permissions for it. You cannot approve your own proposals. You cannot approve those of a colleague whose device or network you share, or whom you invited or changed within 30 days."
      action="control_proposal_fetch"
      filters={[{ name: 'by', label: 'Which', choices: BY, standard: 'open' }]}
      input={({ by = 'open' }) => ({ rqtp: by as By })}
      rowKey={({ marker }) => marker}
      to={({ marker }) => ({ to: '/proposals/$marker', params: { marker } })}
      empty={seesAll ? 'No proposal is open' : 'You have no open proposal. You see only your own.'}
      columns={[
        {
          title: 'What',
          sort: 'kind',
          render: (proposal) => (
            <ScreenLink to="/proposals/$marker" params={{ marker: proposal.marker }} fw={600}>
              {titleOf(proposal)}
            </ScreenLink>
          ),
        },
        { title: 'About', render: (proposal) => <About proposal={proposal} /> },
        {
          title: 'Amount',
          sort: 'amount',
          align: 'right',
          render: ({ amount }) => (amount === 0 ? null : <Money value={amount} />),
        },
        { title: 'Reason', render: ({ reason }) => reason },
        { title: 'Proposed by', render: ({ proposed_by: by }) => <Named kind="staff" id={by} /> },
        {
          title: 'State',
          sort: 'status',
          render: ({ status }) => <Status value={status === 'approved' ? 'needs one more' : status} />,
        },
        { title: 'When', sort: 'recorded', render: ({ recorded }) => <Time at={recorded} /> },
      ]}
    />
  );
}

/** The user whose money it is about, or else the record. */
function About({ proposal: { userid, subject } }: { readonly proposal: Proposal }) {
  return userid === '' ? <NamedSubject subject={subject} /> : <Named kind="user" id={userid} />;
}

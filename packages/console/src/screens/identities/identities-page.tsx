import type { Input } from '@harmattan/client';
import { DataPage } from '../../components/data-page.js';
import { ScreenLink } from '../../components/screen-link.js';
import { Status } from '../../components/status.js';
import { Time } from '../../components/time.js';
import { UserLink } from '../../components/user-link.js';
import { numberInWords } from './identity.js';

type By = Input<'control_identity_fetch'>['rqtp'];

const BY: { value: By; label: string }[] = [
  { value: 'review', label: 'To decide' },
  { value: 'all', label: 'All' },
];

export default function IdentitiesPage() {
  return (
    <DataPage
      title="Identities"
      about="Numbers and new names that customers gave us. We decide where the authority has something else."
      action="control_identity_fetch"
      filters={[{ name: 'by', label: 'Which', choices: BY, standard: 'review' }]}
      input={({ by = 'review' }) => ({ rqtp: by as By })}
      rowKey={({ marker }) => marker}
      to={({ marker }) => ({ to: '/identities/$marker', params: { marker } })}
      empty="No identity waits for a decision"
      columns={[
        {
          title: 'Name given',
          render: ({ marker, name_given }) => (
            <ScreenLink to="/identities/$marker" params={{ marker }} fw={600}>
              {name_given}
            </ScreenLink>
          ),
        },
        { title: 'Name found', render: ({ name_found }) => name_found },
        { title: 'Agreement', align: 'right', render: ({ name_found, score }) => (name_found === '' ? '' : `${score} of 100`) },
        { title: 'Number', render: (identity) => numberInWords(identity) },
        { title: 'User', render: ({ userid }) => <UserLink id={userid} /> },
        { title: 'State', render: ({ status }) => <Status value={status} /> },
        { title: 'When', render: ({ recorded }) => <Time at={recorded} /> },
      ]}
    />
  );
}

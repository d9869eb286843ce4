import { Section } from '../../components/section.js';
import { Rows } from '../../components/data-table.js';
import type { Proposal } from './proposal.js';

const FIELDS: Readonly<Record<string, string>> = {
  firstName: 'First name',
  lastName: 'Last name',
  phoneNumber: 'Phone',
  phoneVerify: 'Phone is theirs',
  identVerify: 'Identity',
};

/** What would be changed, each in one text. */
export function changedFacts({ changes }: Proposal): [string, string][] {
  return changes.map(({ field, before, after }) => [FIELDS[field] ?? field, `${before || 'nothing'} → ${after}`]);
}

/** What would be changed of a user, one line for each. */
export function ProposedFacts({ proposal }: { readonly proposal: Proposal }) {
  return (
    <Section title="The user, before and after">
      <Rows
        rows={proposal.changes}
        rowKey={({ field }) => field}
        columns={[
          { title: 'What', render: ({ field }) => FIELDS[field] ?? field },
          { title: 'Before', render: ({ before }) => before || 'nothing' },
          { title: 'After', render: ({ after }) => after },
        ]}
      />
    </Section>
  );
}

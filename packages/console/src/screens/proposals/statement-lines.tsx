import { Day } from '../../components/day.js';
import { Rows } from '../../components/data-table.js';
import { Money } from '../../components/money.js';
import { Reference } from '../../components/reference.js';
import { Section } from '../../components/section.js';
import { SETTLEMENT_KINDS } from '../books/settlement-kinds.js';
import type { Proposal } from './proposal.js';

/** As they were proposed. */
interface Line {
  readonly lineId: string;
  readonly entry: {
    readonly kind: keyof typeof SETTLEMENT_KINDS;
    readonly provider: string;
    readonly account: string;
    readonly bank: string;
    readonly amountKobo: number;
    readonly reference: string;
    readonly valued: string;
  };
}

/** The settlements that lines of a bank's statement become. */
export function StatementLines({ proposal }: { readonly proposal: Proposal }) {
  return (
    <Section title="Lines of the statement">
      <Rows
        rows={JSON.parse(proposal.settlement) as Line[]}
        rowKey={({ lineId }) => lineId}
        columns={[
          { title: 'Day', render: ({ entry }) => <Day of={entry.valued} /> },
          { title: 'What', render: ({ entry }) => SETTLEMENT_KINDS[entry.kind] },
          { title: 'With', render: ({ entry }) => [entry.provider || entry.account, entry.bank].filter(Boolean).join(', ') },
          { title: 'Reference', render: ({ entry }) => <Reference value={entry.reference} /> },
          { title: 'Amount', align: 'right', render: ({ entry }) => <Money value={entry.amountKobo / 100} /> },
        ]}
      />
    </Section>
  );
}

import { Day } from '../../components/day.js';
import { Facts } from '../../components/facts.js';
import { Money } from '../../components/money.js';
import { Reference } from '../../components/reference.js';
import { Section } from '../../components/section.js';
import { SETTLEMENT_KINDS } from '../books/settlement-kinds.js';
import type { Proposal } from './proposal.js';

/** As it was proposed. */
interface Entry {
  readonly kind: keyof typeof SETTLEMENT_KINDS;
  readonly provider: string;
  readonly account: string;
  readonly bank: string;
  readonly reference: string;
  readonly valued: string;
}

export function SettlementFacts({ proposal }: { readonly proposal: Proposal }) {
  const { kind, provider, account, bank, reference, valued } = JSON.parse(proposal.settlement) as Entry;
  return (
    <Section title={SETTLEMENT_KINDS[kind]}>
      <Facts
        facts={[
          ['Amount', <Money key="amount" value={proposal.amount} fw={600} />],
          ['Provider', provider],
          ['Tax', account],
          ['Bank account', bank],
          ['Reference', <Reference key="reference" value={reference} />],
          ['Day', <Day key="day" of={valued} />],
        ]}
      />
    </Section>
  );
}

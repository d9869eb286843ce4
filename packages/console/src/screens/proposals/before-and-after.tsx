import { useOperation } from '../../api/use-operation.js';
import { Facts } from '../../components/facts.js';
import { Money } from '../../components/money.js';
import { Section } from '../../components/section.js';
import { UserLink } from '../../components/user-link.js';
import { useMay } from '../../session/profile.js';
import { viewOf } from './kinds.js';
import { isOpen, type Proposal } from './proposal.js';

/** What is written off is nobody's to pay. */
function movesWallet(proposal: Proposal): boolean {
  return proposal.amount !== 0 && proposal.outcome !== 'written_off' && viewOf(proposal).movesWallet === true;
}

/** What the wallet has now, and what it would have. */
export function BeforeAndAfter({ proposal }: { readonly proposal: Proposal }) {
  const mayReadUsers = useMay('userControl.viewDetails');
  const isShown = mayReadUsers && isOpen(proposal) && proposal.userid !== '' && movesWallet(proposal);
  const user = useOperation('control_user_data_details', { uxid: proposal.userid }, { enabled: isShown });
  if (!isShown || !user.data) return null;
  const { balance } = user.data;
  const after = Math.round((balance + proposal.amount) * 100) / 100;
  return (
    <Section title="The wallet, before and after">
      <Facts
        facts={[
          ['Wallet of', <UserLink key="user" id={proposal.userid} />],
          ['Has now', <Money key="before" value={balance} />],
          ['Would change by', <Money key="change" value={proposal.amount} isSigned fw={600} />],
          ['Would have', <Money key="after" value={after} fw={700} c={after < 0 ? 'red' : undefined} />],
          ['Note', after < 0 && 'A wallet never goes below zero: this would be refused.'],
        ]}
      />
    </Section>
  );
}

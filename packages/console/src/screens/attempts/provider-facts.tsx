import { Facts } from '../../components/facts.js';
import { Reference } from '../../components/reference.js';
import { Section } from '../../components/section.js';
import { Time } from '../../components/time.js';

interface AttemptedRecord {
  readonly provider: string;
  readonly provider_reference: string;
  readonly response_code: string;
  readonly response_message: string;
  readonly queries: number;
  readonly next_query: string;
}

/** What the providers of a purchase or payout answered last, and when they are asked again. */
export function ProviderFacts({ record }: { readonly record: AttemptedRecord }) {
  const { provider, provider_reference: reference, response_code: code, response_message: message } = record;
  return (
    <Section title="What the providers said">
      <Facts
        facts={[
          ['Provider', provider],
          ["Provider's reference", reference && <Reference value={reference} />],
          ['Last answer', [code, message].filter(Boolean).join(' · ')],
          ['Asked', `${record.queries} times`],
          ['Asked next', record.next_query && <Time at={record.next_query} isRelative />],
        ]}
      />
    </Section>
  );
}

import { Stack, Text } from '@mantine/core';
import { Facts } from '../../components/facts.js';
import { Section } from '../../components/section.js';
import { Time } from '../../components/time.js';
import { KIND_TITLES, type Tariff, termsInWords, tariffOfTerms } from '../tariffs/terms.js';
import type { Proposal } from './proposal.js';

/** The tariff as it was proposed; a day of Lagos or a time in ISO 8601 where it says one. */
interface Entry {
  readonly kind: Tariff['kind'];
  readonly subject: string;
  readonly name: string;
  readonly from?: string;
  readonly until?: string;
  /** JSON. */
  readonly terms: string;
}

/** What a proposal would change, as before and after. */
export function TariffChange({ proposal }: { readonly proposal: Proposal }) {
  const { kind, subject, name, from, until, terms } = JSON.parse(proposal.tariff) as Entry;
  const replaced = proposal.replaces === '' ? undefined : (JSON.parse(proposal.replaces) as { name: string; terms: unknown });
  return (
    <Section title={KIND_TITLES[kind] ?? kind}>
      <Facts
        columns={2}
        facts={[
          ['In force when it was proposed', <Terms key="before" kind={kind} name={replaced?.name} terms={replaced?.terms} />],
          ['Proposed', <Terms key="after" kind={kind} name={name} terms={JSON.parse(terms)} />],
          ['For', subject],
          ['From', from === undefined ? 'its approval on' : <Day key="from" of={from} />],
          ['Until', until === undefined ? 'another one begins' : <Day key="until" of={until} />],
        ]}
      />
    </Section>
  );
}

function Terms({
  kind,
  name,
  terms,
}: {
  readonly kind: Tariff['kind'];
  readonly name: string | undefined;
  readonly terms: unknown;
}) {
  if (name === undefined) return <>nothing</>;
  return (
    <Stack gap={2} component="span">
      <Text span size="sm" fw={600}>
        {name}
      </Text>
      {termsInWords(tariffOfTerms(kind, terms)).map((line) => (
        <span key={line}>{line}</span>
      ))}
    </Stack>
  );
}

function Day({ of }: { readonly of: string }) {
  return <Time at={/^\d{4}-\d{2}-\d{2}$/.test(of) ? `${of}T00:00:00+01:00` : of} />;
}

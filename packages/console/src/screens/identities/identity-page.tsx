import { useState } from 'react';
import { Button, List, Stack, Table, Text } from '@mantine/core';
import { CaseParts } from '../../components/case/case-parts.js';
import { PageTitle } from '../../components/data-page.js';
import { Facts } from '../../components/facts.js';
import { Named } from '../../components/named.js';
import { RecordPage } from '../../components/record-page.js';
import { Section } from '../../components/section.js';
import { Status } from '../../components/status.js';
import { Time } from '../../components/time.js';
import { useAddressPart } from '../../components/use-address.js';
import { UserLink } from '../../components/user-link.js';
import { useMay } from '../../session/profile.js';
import { DecideDialog } from './decide-dialog.js';
import { type Identity, isUndecided, numberInWords, reasonInWords } from './identity.js';

export default function IdentityPage() {
  const marker = useAddressPart('marker');
  return (
    <RecordPage action="control_identity_fetch" input={{ rqtp: 'mk', rqvl: marker }}>
      {(identity) => <View identity={identity} />}
    </RecordPage>
  );
}

function View({ identity }: { readonly identity: Identity }) {
  const { marker, userid, name_given, name_found, birth_agrees, selfie_agrees, score, reasons, provider, decided_by } = identity;
  if (identity.type === 'sanction') return <Sanction identity={identity} />;
  return (
    <Stack gap="md">
      <PageTitle
        title={`Identity of ${name_given}`}
        about={<Status value={identity.status} />}
        actions={<Actions identity={identity} />}
      />
      <Section title={name_found === '' ? 'The name' : `The names agree by ${score} of 100`}>
        <Table withRowBorders={false} aria-label="Both names">
          <Table.Tbody>
            <Table.Tr>
              <Table.Th w={220}>The customer gave</Table.Th>
              <Table.Td className="wrap">{name_given}</Table.Td>
            </Table.Tr>
            <Table.Tr>
              <Table.Th>{identity.type === 'name' ? 'The account has' : 'The authority has'}</Table.Th>
              <Table.Td className="wrap">{name_found || 'Nothing yet'}</Table.Td>
            </Table.Tr>
          </Table.Tbody>
        </Table>
        {reasons.length > 0 && (
          <List size="sm" aria-label="Why">
            {reasons.map((reason) => (
              <List.Item key={reason}>{reasonInWords(reason)}</List.Item>
            ))}
          </List>
        )}
      </Section>
      <Section title="The number">
        <Facts
          facts={[
            ['Number', numberInWords(identity)],
            ['Date of birth', birth_agrees && (birth_agrees === 'yes' ? 'Agrees' : 'Does not agree')],
            ['Selfie', selfie_agrees && (selfie_agrees === 'yes' ? 'Agrees' : 'Does not agree')],
            ['User', <UserLink key="user" id={userid} />],
            ['Asked', provider],
            ['When', <Time key="time" at={identity.recorded} />],
            ['Decided by', decided_by && <Named kind="staff" id={decided_by} />],
          ]}
        />
        {identity.status === 'watch_listed' && (
          <Text size="sm" fw={600}>
            This number is on a watch list. Do not tell the customer.
          </Text>
        )}
      </Section>
      <CaseParts kind="identity" id={marker} />
    </Stack>
  );
}

/** A customer who is called like people on lists. */
function Sanction({ identity }: { readonly identity: Identity }) {
  const { marker, userid, name_given, hits, first_by, first_decision, first_reason, decided_by } = identity;
  return (
    <Stack gap="md">
      <PageTitle
        title={`${name_given} is called like somebody on a list`}
        about={<Status value={identity.status} />}
        actions={<Actions identity={identity} />}
      />
      <Section title="On the lists">
        <Table.ScrollContainer minWidth={360}>
          <Table aria-label="On the lists">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Name</Table.Th>
                <Table.Th>List</Table.Th>
                <Table.Th>Entry</Table.Th>
                <Table.Th ta="right">Agreement</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {hits.map(({ name, list, entry, score }) => (
                <Table.Tr key={`${list} ${entry}`}>
                  <Table.Td className="wrap">{name}</Table.Td>
                  <Table.Td>{list}</Table.Td>
                  <Table.Td>{entry}</Table.Td>
                  <Table.Td ta="right">{score} of 100</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
        <Text size="sm" fw={600}>
          Two of us decide. Do not tell the customer.
        </Text>
      </Section>
      <Section title="The case">
        <Facts
          facts={[
            ['User', <UserLink key="user" id={userid} />],
            ['When', <Time key="time" at={identity.recorded} />],
            ['Decided first', first_by && <Named kind="staff" id={first_by} />],
            ['As', first_decision],
            ['Why', first_reason],
            ['Decided second', decided_by && <Named kind="staff" id={decided_by} />],
          ]}
        />
      </Section>
      <CaseParts kind="identity" id={marker} />
    </Stack>
  );
}

function Actions({ identity }: { readonly identity: Identity }) {
  const may = useMay('userControl.allowModify');
  const [decision, setDecision] = useState<'accept' | 'reject'>();
  if (!may || !isUndecided(identity)) return null;
  return (
    <>
      <Button variant="default" onClick={() => setDecision('reject')}>
        Reject
      </Button>
      <Button onClick={() => setDecision('accept')}>Accept</Button>
      {decision && <DecideDialog identity={identity} decision={decision} onClose={() => setDecision(undefined)} />}
    </>
  );
}

import { useState } from 'react';
import type { Item } from '@harmattan/client';
import { Button, Title } from '@mantine/core';
import { DataPage } from '../../components/data-page.js';
import { Facts } from '../../components/facts.js';
import { JsonBlock } from '../../components/json-block.js';
import { Named, NamedSubject } from '../../components/named.js';
import { RecordDrawer } from '../../components/record-drawer.js';
import { Time } from '../../components/time.js';

type AuditRecord = Item<'control_audit_fetch'>;
type By = 'all' | 'actor' | 'subject' | 'action';

const BY: { value: By; label: string }[] = [
  { value: 'all', label: 'Everything' },
  { value: 'actor', label: 'Actor (user id)' },
  { value: 'subject', label: 'Subject (user:ID)' },
  { value: 'action', label: 'Action' },
];

export default function AuditPage() {
  const [record, setRecord] = useState<AuditRecord>();
  return (
    <>
      <DataPage
        title="Audit"
        about="Changes by staff, and the users whose records they read."
        action="control_audit_fetch"
        filters={[
          { name: 'by', label: 'Find by', choices: BY, standard: 'all' },
          { name: 'value', label: 'Value' },
        ]}
        input={({ by = 'all', value }) => (value && by !== 'all' ? { rqtp: by as By, rqvl: value } : { rqtp: 'all' })}
        rowKey={({ marker }) => marker}
        onOpen={setRecord}
        empty="No record matches"
        columns={[
          { title: 'When', sort: 'recorded', render: ({ recorded }) => <Time at={recorded} /> },
          { title: 'What', sort: 'what', render: ({ what }) => what },
          { title: 'About', render: ({ subject }) => <NamedSubject subject={subject} /> },
          { title: 'Who', render: ({ actor }) => <Named kind="staff" id={actor} /> },
          { title: 'Address', sort: 'ip', render: ({ ip }) => ip },
          {
            title: 'Change',
            render: (one) => (
              <Button variant="default" size="xs" onClick={() => setRecord(one)}>
                {one.before !== '' || one.after !== '' ? 'Show' : 'Details'}
              </Button>
            ),
          },
        ]}
      />
      {record && <Change record={record} onClose={() => setRecord(undefined)} />}
    </>
  );
}

function Change({ record, onClose }: { readonly record: AuditRecord; readonly onClose: () => void }) {
  return (
    <RecordDrawer title={record.what} onClose={onClose}>
      <Facts
        columns={2}
        facts={[
          ['When', <Time key="when" at={record.recorded} />],
          ['Who', <Named key="who" kind="staff" id={record.actor} />],
          ['About', <NamedSubject key="about" subject={record.subject} />],
          ['Operation', record.action],
          ['Address', record.ip],
        ]}
      />
      <Title order={3}>Before</Title>
      <JsonBlock text={record.before} />
      <Title order={3}>After</Title>
      <JsonBlock text={record.after} />
    </RecordDrawer>
  );
}

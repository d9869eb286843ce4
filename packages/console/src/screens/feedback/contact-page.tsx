import { useState } from 'react';
import type { Item } from '@harmattan/client';
import { Button, Group, Text } from '@mantine/core';
import { DataPage } from '../../components/data-page.js';
import { Facts } from '../../components/facts.js';
import { RecordDrawer } from '../../components/record-drawer.js';
import { Status } from '../../components/status.js';
import { Time } from '../../components/time.js';
import { ContactState } from './contact-state.js';

type ContactForm = Item<'core_contact_fetch'>;

export default function ContactPage() {
  const [form, setForm] = useState<ContactForm>();
  return (
    <>
      <DataPage
        title="Contact forms"
        action="core_contact_fetch"
        input={({ form: one }) => (one ? { rqid: one } : {})}
        rowKey={({ marker }) => marker}
        onOpen={setForm}
        empty="Nobody has written"
        columns={[
          { title: 'Subject', render: ({ subject }) => subject },
          { title: 'Name', render: ({ name }) => name },
          { title: 'E-mail address', render: ({ email }) => email },
          { title: 'State', render: ({ status }) => <Status value={status} /> },
          { title: 'When', render: ({ recorded }) => <Time at={recorded} /> },
          {
            title: 'Actions',
            render: (one) => (
              <Group gap="xs" wrap="nowrap">
                <Button variant="default" size="compact-sm" onClick={() => setForm(one)}>
                  Read
                </Button>
                <ContactState marker={one.marker} status={one.status} />
              </Group>
            ),
          },
        ]}
      />
      {form && <Message form={form} onClose={() => setForm(undefined)} />}
    </>
  );
}

function Message({ form, onClose }: { readonly form: ContactForm; readonly onClose: () => void }) {
  return (
    <RecordDrawer title={form.subject} onClose={onClose}>
      <Facts
        columns={2}
        facts={[
          ['Name', form.name],
          ['E-mail address', form.email],
          ['When', <Time key="when" at={form.recorded} />],
          ['Address', form.ipaddx],
          ['Device', `${form.devname} ${form.devType}`.trim()],
        ]}
      />
      <Text className="wrap" style={{ whiteSpace: 'pre-wrap' }}>
        {form.message}
      </Text>
    </RecordDrawer>
  );
}

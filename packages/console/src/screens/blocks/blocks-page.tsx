import { useState } from 'react';
import { Button, Code, Stack, Text } from '@mantine/core';
import { DataPage } from '../../components/data-page.js';
import { Status } from '../../components/status.js';
import { Time } from '../../components/time.js';
import { UserLink } from '../../components/user-link.js';
import { useMay } from '../../session/profile.js';
import { type Block, LiftDialog } from './lift-dialog.js';

type By = 'all' | 'subject' | 'budget';

const BY: { value: By; label: string }[] = [
  { value: 'all', label: 'Everything blocked' },
  { value: 'subject', label: 'Address or user id' },
  { value: 'budget', label: 'Kind' },
];
const EFFECTS: Readonly<Record<string, string>> = {
  delay: 'Waits between tries',
  'step-up': 'Needs another proof',
  refuse: 'Refused',
  freeze: 'Refused until lifted',
};

export default function BlocksPage() {
  const [lifted, setLifted] = useState<Block>();
  const may = useMay('userControl.allowModify');
  return (
    <>
      <DataPage
        title="Blocks"
        about="People who have to wait or are refused, because of wrong passwords or codes, mails, look-ups or approvals."
        action="control_budget_fetch"
        filters={[
          { name: 'by', label: 'Find by', choices: BY, standard: 'all' },
          { name: 'value', label: 'Value' },
        ]}
        input={({ by = 'all', value }) =>
          value ? { rqtp: by === 'all' ? 'subject' : (by as By), rqvl: value } : { rqtp: 'all' }
        }
        rowKey={({ marker }) => marker}
        empty="Nobody is blocked"
        columns={[
          { title: 'What', sort: 'counts', render: (block) => <What {...block} /> },
          { title: 'Whom', render: (block) => <Whom {...block} /> },
          { title: 'Spent', sort: 'spent', align: 'right', render: ({ spent, limit }) => `${spent} of ${limit}` },
          { title: 'State', sort: 'status', render: ({ status }) => <Status value={status} />, width: 110 },
          { title: 'Effect', sort: 'effect', render: ({ effect }) => EFFECTS[effect] ?? effect },
          { title: 'Ends', render: ({ until }) => (until ? <Time at={until} isRelative /> : null) },
          { title: 'Since', sort: 'recorded', render: ({ recorded }) => <Time at={recorded} /> },
          {
            title: 'Lift',
            render: (block) =>
              may ? (
                <Button size="compact-sm" variant="light" onClick={() => setLifted(block)}>
                  Lift
                </Button>
              ) : null,
          },
        ]}
      />
      {lifted && <LiftDialog key={lifted.marker} block={lifted} onClose={() => setLifted(undefined)} />}
    </>
  );
}

function What({ counts, budget }: Block) {
  return (
    <Stack gap={2}>
      <span className="wrap">{counts}</span>
      <Code style={{ width: 'fit-content' }}>{budget}</Code>
    </Stack>
  );
}

/** Addresses and networks are stored as a hash. */
function Whom({ subject, subject_is: kind }: Block) {
  if (subject === '') return <Text c="dimmed">{`one ${kind}`}</Text>;
  return kind === 'account' ? <UserLink id={subject} /> : <Code>{subject}</Code>;
}

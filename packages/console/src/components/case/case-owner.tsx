import type { Data } from '@harmattan/client';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useAction } from '../../api/use-action.js';
import { useOperation } from '../../api/use-operation.js';
import { useProfile } from '../../session/profile.js';
import { ErrorNotice } from '../error-notice.js';
import { Facts } from '../facts.js';
import { Named } from '../named.js';
import { Section } from '../section.js';
import { Time } from '../time.js';
import { Waiting } from '../waiting.js';
import { CASE_CHANGES } from './case-changes.js';
import { HandOverDialog } from './hand-over-dialog.js';
import { NoteDialog } from './note-dialog.js';

type Shown = Extract<Data<'control_case_fetch'>, { notes: unknown }>;

/** Who has it, until when, and the notes of staff. */
export function CaseOwner({ marker }: { readonly marker: string }) {
  const found = useOperation('control_case_fetch', { rqtp: 'mk', rqvl: marker });
  return (
    <Section title="Who has it" actions={found.data && <Actions shown={found.data as Shown} />}>
      {found.isPending ? (
        <Waiting />
      ) : found.error ? (
        <ErrorNotice error={found.error} retry={() => void found.refetch()} />
      ) : (
        <View shown={found.data as Shown} />
      )}
    </Section>
  );
}

function View({ shown: { owner, due, notes } }: { readonly shown: Shown }) {
  return (
    <Stack gap="sm">
      <Facts
        columns={2}
        facts={[
          ['Owner', owner === '' ? 'Nobody' : <Named kind="staff" id={owner} />],
          ['Due', due !== '' && <Time at={due} />],
        ]}
      />
      {notes.map((note) => (
        <Stack key={note.marker} gap={0}>
          <Text size="sm" className="wrap" style={{ whiteSpace: 'pre-wrap' }}>
            {note.note}
          </Text>
          <Group gap="xs">
            <Time at={note.recorded} size="xs" c="dimmed" />
            <Named kind="staff" id={note.author} />
          </Group>
        </Stack>
      ))}
    </Stack>
  );
}

/** Only what would not be refused. */
function Actions({ shown: { marker, owner, due, colleagues } }: { readonly shown: Shown }) {
  const { userid } = useProfile();
  const [isHanding, handing] = useDisclosure(false);
  const [isNoting, noting] = useDisclosure(false);
  const take = useAction('control_case_take', { done: ({ COMMENT }) => COMMENT, changes: CASE_CHANGES, tellsErrors: true });
  return (
    <Group gap="xs">
      {owner === '' && (
        <Button size="xs" loading={take.isPending} onClick={() => take.mutate({ reqv: marker })}>
          Take
        </Button>
      )}
      <Button size="xs" variant="default" onClick={handing.open}>
        {owner === userid ? 'Hand over, due' : 'Owner, due'}
      </Button>
      <Button size="xs" variant="default" onClick={noting.open}>
        Write a note
      </Button>
      {isHanding && <HandOverDialog marker={marker} owner={owner} due={due} colleagues={colleagues} onClose={handing.close} />}
      {isNoting && <NoteDialog marker={marker} colleagues={colleagues} onClose={noting.close} />}
    </Group>
  );
}

import { useState } from 'react';
import { isHarmattanError } from '@harmattan/client';
import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { MonitorSmartphone } from 'lucide-react';
import { ActionDialog } from '../../components/action-dialog.js';
import { useOperation } from '../../api/use-operation.js';
import { Rows } from '../../components/data-table.js';
import { ErrorNotice } from '../../components/error-notice.js';
import { Notice } from '../../components/notice.js';
import { Reference } from '../../components/reference.js';
import { Time } from '../../components/time.js';
import { Waiting } from '../../components/waiting.js';
import { useMay } from '../../session/profile.js';

interface EndedSessions {
  /** A session's, or `all`. */
  readonly marker: string;
  readonly device: string;
}

const ALL: EndedSessions = { marker: 'all', device: 'all devices' };

/** The devices that are signed in, and the end of their sessions. */
export function UserDevices({ userId }: { readonly userId: string }) {
  const sessions = useOperation('control_user_session_fetch', { uxid: userId });
  const mayEnd = useMay('userControl.allowModify');
  const [ending, setEnding] = useState<EndedSessions>();
  if (sessions.isPending) return <Waiting />;
  if (isHarmattanError(sessions.error, 'no_data'))
    return <Notice icon={MonitorSmartphone} title="No device is signed in" role="status" />;
  if (sessions.error) return <ErrorNotice error={sessions.error} retry={() => void sessions.refetch()} />;
  return (
    <Stack gap="sm">
      {mayEnd && (
        <Group justify="flex-end">
          <Button variant="light" color="red" size="xs" onClick={() => setEnding(ALL)}>
            Sign out everywhere
          </Button>
        </Group>
      )}
      <Rows
        rows={sessions.data.result}
        rowKey={({ marker }) => marker}
        columns={[
          { title: 'Device', render: ({ device, type }) => [device, type].filter(Boolean).join(' · ') },
          { title: 'Place', render: ({ city, country }) => [city, country].filter(Boolean).join(', ') },
          { title: 'Address', render: ({ ip }) => <Reference value={ip} /> },
          { title: 'Signed in', render: ({ recorded }) => <Time at={recorded} /> },
          { title: 'Last active', render: ({ activeTime }) => <Time at={activeTime} isRelative /> },
          {
            title: 'Actions',
            render: ({ marker, device }) =>
              mayEnd && (
                <Button
                  variant="default"
                  size="xs"
                  aria-label={`Sign out ${device}`}
                  onClick={() => setEnding({ marker, device })}
                >
                  Sign out
                </Button>
              ),
          },
        ]}
      />
      {ending && <EndDialog userId={userId} ending={ending} onClose={() => setEnding(undefined)} />}
    </Stack>
  );
}

interface EndDialogProps {
  readonly userId: string;
  readonly ending: EndedSessions;
  readonly onClose: () => void;
}

function EndDialog({ userId, ending: { marker, device }, onClose }: EndDialogProps) {
  const [reason, setReason] = useState('');
  return (
    <ActionDialog
      onClose={onClose}
      title={`Sign out ${device}`}
      verb="Sign out"
      color="red"
      action="control_user_session_end"
      input={reason.trim() !== '' ? { uxid: userId, reqv: marker, reason: reason.trim() } : undefined}
      done="Signed out: the user gets a notice and a mail"
      changes={['control_user_session_fetch']}
    >
      <Text size="sm">It ends at once, with push messages to it. The user can sign in again.</Text>
      <TextInput
        label="Reason"
        required
        data-autofocus
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </ActionDialog>
  );
}

import { useState } from 'react';
import { Badge, Button, Group, PasswordInput, Stack, Text } from '@mantine/core';
import { useOperation } from '../../api/use-operation.js';
import { ActionDialog } from '../../components/action-dialog.js';
import { Rows } from '../../components/data-table.js';
import { ErrorNotice } from '../../components/error-notice.js';
import { Time } from '../../components/time.js';
import { useFields } from '../../components/use-fields.js';
import { Waiting } from '../../components/waiting.js';

interface Ending {
  /** A session's, or `all`. */
  readonly marker: string;
  readonly device: string;
}

export function OwnSessions() {
  const sessions = useOperation('user_session_fetch', {});
  const [ending, setEnding] = useState<Ending>();
  if (sessions.isPending) return <Waiting />;
  if (sessions.error) return <ErrorNotice error={sessions.error} retry={() => void sessions.refetch()} />;
  const { result } = sessions.data;
  return (
    <Stack gap="sm">
      <Rows
        rows={result}
        rowKey={({ marker }) => marker}
        columns={[
          {
            title: 'Device',
            render: ({ device, type, current }) => (
              <Group gap="xs">
                {[device, type].filter(Boolean).join(' · ')}
                {current && <Badge size="sm">this one</Badge>}
              </Group>
            ),
          },
          { title: 'Place', render: ({ city, country }) => [city, country].filter(Boolean).join(', ') },
          { title: 'Address', render: ({ ip }) => ip },
          { title: 'Last active', render: ({ activeTime }) => <Time at={activeTime} isRelative /> },
          {
            title: 'Actions',
            render: ({ marker, device, current }) =>
              !current && (
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
      {result.length > 1 && (
        <Group justify="flex-end">
          <Button variant="light" color="red" size="xs" onClick={() => setEnding({ marker: 'all', device: 'all other devices' })}>
            Sign out everywhere else
          </Button>
        </Group>
      )}
      {ending && <EndDialog ending={ending} onClose={() => setEnding(undefined)} />}
    </Stack>
  );
}

function EndDialog({ ending, onClose }: { readonly ending: Ending; readonly onClose: () => void }) {
  const { form, values, field } = useFields({ pswd: '' });
  return (
    <ActionDialog
      form={form}
      onClose={onClose}
      title={`Sign out ${ending.device}`}
      verb="Sign out"
      color="red"
      action="user_session_end"
      input={{ reqv: ending.marker, ...(values.pswd === '' ? {} : { pswd: values.pswd }) }}
      done="Signed out"
      changes={['user_session_fetch']}
    >
      <Text size="sm">It has to sign in again, with password and code.</Text>
      <PasswordInput
        label="Your password"
        description="You need it from ten minutes after you signed in here"
        autoComplete="current-password"
        data-autofocus
        {...field('pswd')}
      />
    </ActionDialog>
  );
}

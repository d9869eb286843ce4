import { useState } from 'react';
import { Button, Text } from '@mantine/core';
import { useAction } from '../../api/use-action.js';
import { useOperation } from '../../api/use-operation.js';
import { CodeDialog } from '../../components/code-dialog.js';
import { Rows } from '../../components/data-table.js';
import { ErrorNotice } from '../../components/error-notice.js';
import { Section } from '../../components/section.js';
import { Time } from '../../components/time.js';
import { Waiting } from '../../components/waiting.js';
import { AddPasskeyDialog } from './add-passkey-dialog.js';

const MOST = 10;

interface Shown {
  readonly marker: string;
  readonly name: string;
}

/** The second factor that no false page can ask for. */
export function OwnPasskeys() {
  const passkeys = useOperation('control_passkey_fetch', {});
  const [isAdding, setIsAdding] = useState(false);
  const [removing, setRemoving] = useState<Shown>();
  const count = passkeys.data?.result.length ?? MOST;
  return (
    <Section
      title="Passkeys"
      actions={
        <Button variant="default" size="xs" disabled={count >= MOST} onClick={() => setIsAdding(true)}>
          Add a passkey
        </Button>
      }
    >
      <Text size="sm">
        With a passkey you sign in by your password and the lock of your device, or a security key, in place of a code. A passkey
        works for this console only, and not for a page that looks like it. Approvals still take a code. You can have ten.
      </Text>
      {passkeys.isPending && <Waiting />}
      {passkeys.error && <ErrorNotice error={passkeys.error} retry={() => void passkeys.refetch()} />}
      {passkeys.data && count > 0 && (
        <Rows
          rows={passkeys.data.result}
          rowKey={({ marker }) => marker}
          columns={[
            { title: 'Name', render: ({ name }) => name },
            { title: 'Added', render: ({ recorded }) => <Time at={recorded} /> },
            { title: 'Last used', render: ({ used }) => (used === '' ? 'Never' : <Time at={used} isRelative />) },
            {
              title: 'Actions',
              render: ({ marker, name }) => (
                <Button variant="default" size="xs" aria-label={`Remove ${name}`} onClick={() => setRemoving({ marker, name })}>
                  Remove
                </Button>
              ),
            },
          ]}
        />
      )}
      {isAdding && <AddPasskeyDialog onClose={() => setIsAdding(false)} />}
      {removing && <RemoveDialog passkey={removing} onClose={() => setRemoving(undefined)} />}
    </Section>
  );
}

function RemoveDialog({ passkey: { marker, name }, onClose }: { readonly passkey: Shown; readonly onClose: () => void }) {
  const remove = useAction('control_passkey_remove', {
    done: 'The passkey is removed',
    changes: ['control_passkey_fetch'],
    onDone: onClose,
  });
  return (
    <CodeDialog
      isOpen
      title={`Remove ${name}`}
      verb="Remove"
      color="red"
      action={remove}
      onConfirm={(pinc) => remove.mutate({ reqv: marker, pinc })}
      onClose={onClose}
    >
      <Text size="sm">It no longer signs you in. Delete it on the device as well, or the device will still offer it.</Text>
    </CodeDialog>
  );
}

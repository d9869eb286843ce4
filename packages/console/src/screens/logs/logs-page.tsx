import { useState } from 'react';
import type { Input, Item } from '@harmattan/client';
import { Button, SegmentedControl, Text, Textarea } from '@mantine/core';
import { ActionDialog } from '../../components/action-dialog.js';
import { DataPage } from '../../components/data-page.js';
import { Status } from '../../components/status.js';
import { Time } from '../../components/time.js';

type Log = Item<'other_system_log_fetch'>;

const KINDS = [
  { value: 'error', label: 'Errors' },
  { value: 'warning', label: 'Warnings' },
  { value: 'info', label: 'Notes' },
];

export default function LogsPage() {
  const [resolved, setResolved] = useState<Log>();
  return (
    <>
      <DataPage
        title="System logs"
        about="What the service wants its staff to know of."
        action="other_system_log_fetch"
        filters={[{ name: 'kind', label: 'Kind', choices: KINDS }]}
        input={({ kind, log }): Input<'other_system_log_fetch'> => {
          if (log) return { rqtp: 'mk', rqvl: log };
          return kind ? { rqtp: 'mtype', rqvl: kind } : { rqtp: 'all' };
        }}
        rowKey={({ marker }) => marker}
        empty="No system log"
        columns={[
          { title: 'What', render: ({ descrpt }) => <span className="wrap">{descrpt}</span> },
          { title: 'Kind', render: ({ mtype }) => <Status value={mtype} />, width: 110 },
          { title: 'State', render: ({ status }) => <Status value={status} />, width: 120 },
          { title: 'When', render: ({ recorded }) => <Time at={recorded} />, width: 170 },
          {
            title: 'Resolve',
            width: 110,
            render: (log) =>
              log.status === 'open' || log.status === 'pending' ? (
                <Button size="compact-sm" variant="light" onClick={() => setResolved(log)}>
                  Resolve
                </Button>
              ) : null,
          },
        ]}
      />
      {resolved && <ResolveDialog key={resolved.marker} log={resolved} onClose={() => setResolved(undefined)} />}
    </>
  );
}

function ResolveDialog({ log, onClose }: { readonly log: Log; readonly onClose: () => void }) {
  const [status, setStatus] = useState<'resolved' | 'ignored'>('resolved');
  const [note, setNote] = useState('');
  return (
    <ActionDialog
      onClose={onClose}
      title="Close this system log"
      verb="Close it"
      action="other_system_log_resolve"
      input={{ reqv: log.marker, status, ...(note.trim() ? { note: note.trim() } : {}) }}
      done="The system log is closed"
      changes={['other_system_log_fetch', 'control_work_queue']}
    >
      <Text size="sm" className="wrap">
        {log.descrpt}
      </Text>
      <SegmentedControl
        fullWidth
        aria-label="How it ends"
        value={status}
        onChange={(value) => setStatus(value)}
        data={[
          { value: 'resolved', label: 'Resolved' },
          { value: 'ignored', label: 'Nothing to do' },
        ]}
      />
      <Textarea label="Note" autosize minRows={2} value={note} onChange={(event) => setNote(event.currentTarget.value)} />
    </ActionDialog>
  );
}

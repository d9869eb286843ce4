import { useState } from 'react';
import type { Input } from '@harmattan/client';
import { Button } from '@mantine/core';
import { DataPage } from '../../components/data-page.js';
import { Status } from '../../components/status.js';
import { Time } from '../../components/time.js';
import { CloseDialog, type Log } from './close-dialog.js';

const KINDS = [
  { value: 'error', label: 'Errors' },
  { value: 'warning', label: 'Warnings' },
  { value: 'info', label: 'Notes' },
];

export default function LogsPage() {
  const [closed, setClosed] = useState<readonly Log[]>([]);
  return (
    <>
      <DataPage
        title="System logs"
        about="Messages from the service to its staff."
        action="other_system_log_fetch"
        filters={[{ name: 'kind', label: 'Kind', choices: KINDS }]}
        input={({ kind, log }): Input<'other_system_log_fetch'> => {
          if (log) return { rqtp: 'mk', rqvl: log };
          return kind ? { rqtp: 'mtype', rqvl: kind } : { rqtp: 'all' };
        }}
        rowKey={({ marker }) => marker}
        bulk={{ verb: 'Close', isFor: isOpen, onStart: setClosed }}
        empty="No system log"
        columns={[
          { title: 'What', render: ({ descrpt }) => <span className="wrap">{descrpt}</span> },
          { title: 'Kind', sort: 'mtype', render: ({ mtype }) => <Status value={mtype} />, width: 110 },
          { title: 'State', sort: 'status', render: ({ status }) => <Status value={status} />, width: 120 },
          { title: 'When', sort: 'recorded', render: ({ recorded }) => <Time at={recorded} />, width: 170 },
          {
            title: 'Resolve',
            width: 110,
            render: (log) =>
              isOpen(log) ? (
                <Button size="compact-sm" variant="light" onClick={() => setClosed([log])}>
                  Resolve
                </Button>
              ) : null,
          },
        ]}
      />
      {closed.length > 0 && <CloseDialog logs={closed} onClose={() => setClosed([])} />}
    </>
  );
}

function isOpen({ status }: Log): boolean {
  return status === 'open';
}

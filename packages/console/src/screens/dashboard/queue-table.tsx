import type { Data } from '@harmattan/client';
import { Badge } from '@mantine/core';
import { Rows } from '../../components/data-table.js';
import { formatSeconds } from '../providers/provider-table.js';

type Queue = Data<'control_dashboard_fetch'>['queues'][number];

/** How long the oldest due job of each kind has waited: the service's own, not the work of staff. */
export function QueueTable({ queues }: { readonly queues: readonly Queue[] }) {
  return (
    <Rows
      rows={queues}
      rowKey={({ kind }) => kind}
      columns={[
        { title: 'Job', render: ({ kind }) => kind.replaceAll('_', ' ') },
        {
          title: 'Oldest waits',
          align: 'right',
          render: ({ waiting_seconds: seconds }) => (seconds === 0 ? 'nothing is due' : formatSeconds(seconds)),
        },
        { title: 'Bound', align: 'right', render: ({ bound_seconds: seconds }) => formatSeconds(seconds) },
        {
          title: 'State',
          render: ({ overdue }) => (
            <Badge variant="light" tt="none" color={overdue ? 'red' : 'green'}>
              {overdue ? 'overdue' : 'in time'}
            </Badge>
          ),
        },
      ]}
    />
  );
}

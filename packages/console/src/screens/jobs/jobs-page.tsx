import type { Input } from '@harmattan/client';
import { Button, Code } from '@mantine/core';
import { useAction } from '../../api/use-action.js';
import { DataPage } from '../../components/data-page.js';
import { Status } from '../../components/status.js';
import { Time } from '../../components/time.js';

type By = Input<'control_job_fetch'>['rqtp'];

const BY: { value: By; label: string }[] = [
  { value: 'exhausted', label: 'Gave up' },
  { value: 'failing', label: 'Failing, tried again' },
];

export default function JobsPage() {
  return (
    <DataPage
      title="Background jobs"
      about="Work that failed in the background."
      action="control_job_fetch"
      filters={[{ name: 'by', label: 'Which', choices: BY, standard: 'exhausted' }]}
      input={({ by = 'exhausted', job }) => (job ? { rqtp: 'mk', rqvl: job } : { rqtp: by as By })}
      rowKey={({ marker }) => marker}
      empty="No job has failed"
      columns={[
        { title: 'Job', render: ({ name }) => <Code>{name}</Code> },
        { title: 'Error', render: ({ error }) => <span className="wrap">{error}</span> },
        { title: 'Attempts', align: 'right', render: ({ attempts }) => attempts },
        { title: 'State', render: ({ status }) => <Status value={status} /> },
        { title: 'Next attempt', render: ({ next_attempt: at }) => (at ? <Time at={at} isRelative /> : null) },
        { title: 'Since', render: ({ recorded }) => <Time at={recorded} /> },
        { title: 'Retry', render: ({ marker }) => <Retry marker={marker} /> },
      ]}
    />
  );
}

function Retry({ marker }: { readonly marker: string }) {
  const retry = useAction('control_job_retry', {
    done: ({ COMMENT }) => COMMENT,
    changes: ['control_job_fetch', 'control_work_queue'],
    tellsErrors: true,
  });
  return (
    <Button size="compact-sm" variant="light" loading={retry.isPending} onClick={() => retry.mutate({ reqv: marker })}>
      Try again
    </Button>
  );
}

import { Badge } from '@mantine/core';
import { Rows } from '../../components/data-table.js';
import { ScreenLink } from '../../components/screen-link.js';
import { millisecondsOf, Time } from '../../components/time.js';
import { useWork, WORK_KINDS } from '../work/use-work.js';

const DAY_MS = 86_400_000;

/** What waits for staff and providers: how much of each kind, and since when the oldest. */
export function WaitingWork() {
  const work = useWork();
  return (
    <Rows
      rows={work.data ?? []}
      rowKey={({ kind }) => kind}
      columns={[
        { title: 'Work', render: ({ kind }) => <Kind kind={kind} /> },
        { title: 'Waiting', align: 'right', render: ({ count, more }) => `${count}${more ? '+' : ''}` },
        { title: 'Oldest', align: 'right', render: ({ items }) => <Oldest since={oldestOf(items)} /> },
        { title: 'State', render: ({ items }) => <Age since={oldestOf(items)} /> },
      ]}
    />
  );
}

function Kind({ kind }: { readonly kind: string }) {
  const { title = kind, all } = WORK_KINDS[kind] ?? {};
  return all ? <ScreenLink {...all}>{title}</ScreenLink> : <>{title}</>;
}

function Oldest({ since }: { readonly since: number | undefined }) {
  return since === undefined ? <>nothing waits</> : <Time at={since} isRelative />;
}

function Age({ since }: { readonly since: number | undefined }) {
  const isOld = since !== undefined && Date.now() - since > DAY_MS;
  return (
    <Badge variant="light" tt="none" color={isOld ? 'red' : 'green'}>
      {isOld ? 'more than a day' : 'within a day'}
    </Badge>
  );
}

function oldestOf(items: readonly { readonly recorded: string }[]): number | undefined {
  const times = items.flatMap(({ recorded }) => millisecondsOf(recorded) ?? []);
  return times.length === 0 ? undefined : Math.min(...times);
}

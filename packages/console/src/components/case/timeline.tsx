import type { Data } from '@harmattan/client';
import { Group, Text, Timeline } from '@mantine/core';
import { Bell, BookOpenCheck, type LucideIcon, Mail, RadioTower, User, UserCog, Webhook } from 'lucide-react';
import { useOperation } from '../../api/use-operation.js';
import { addressOf } from '../../screens/records.js';
import { useMay } from '../../session/profile.js';
import { ErrorNotice } from '../error-notice.js';
import { Named } from '../named.js';
import { ScreenLink } from '../screen-link.js';
import { Section } from '../section.js';
import { Time } from '../time.js';
import { Waiting } from '../waiting.js';

type Entry = Data<'control_timeline_fetch'>[number];

const ICONS: Readonly<Record<string, LucideIcon>> = {
  ledger: BookOpenCheck,
  provider: RadioTower,
  user: User,
  staff: UserCog,
  mail: Mail,
  webhook: Webhook,
  log: Bell,
};

/** What happened to a record, in words, oldest first. */
export function RecordTimeline({ marker }: { readonly marker: string }) {
  const timeline = useOperation('control_timeline_fetch', { rqvl: marker });
  return (
    <Section title="What happened">
      {timeline.isPending ? (
        <Waiting />
      ) : timeline.error ? (
        <ErrorNotice error={timeline.error} retry={() => void timeline.refetch()} />
      ) : timeline.data.length === 0 ? (
        <Text size="sm" c="dimmed">
          Nothing yet.
        </Text>
      ) : (
        <Timeline bulletSize={22} lineWidth={2} active={-1}>
          {timeline.data.map((entry, place) => {
            const Icon = ICONS[entry.part] ?? Bell;
            return (
              <Timeline.Item key={`${entry.recorded} ${place}`} bullet={<Icon size={12} aria-hidden />} title={entry.what}>
                {entry.detail !== '' && (
                  <Text size="sm" className="wrap">
                    {entry.detail}
                  </Text>
                )}
                <Group gap="xs">
                  <Time at={entry.recorded} size="xs" c="dimmed" />
                  {entry.actor !== '' && <Named kind={entry.part === 'user' ? 'user' : 'staff'} id={entry.actor} />}
                  <About entry={entry} marker={marker} />
                </Group>
              </Timeline.Item>
            );
          })}
        </Timeline>
      )}
    </Section>
  );
}

function About({ entry: { kind, record }, marker }: { readonly entry: Entry; readonly marker: string }) {
  const mayReadBooks = useMay('otherControl.fiatCurency');
  const mayReadLogs = useMay('otherControl.otherAccess');
  if (kind === '' || `${kind}:${record}` === marker || (kind === 'journal' && !mayReadBooks)) return null;
  if (kind === 'system_log' && !mayReadLogs) return null;
  const address = addressOf({ kind, marker: record, userid: '' });
  if (!address) return null;
  return (
    <ScreenLink {...address} size="sm">
      {`The ${kind.replaceAll('_', ' ')}`}
    </ScreenLink>
  );
}

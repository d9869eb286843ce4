import { Group, Text } from '@mantine/core';
import { useName } from '../api/names.js';
import { addressOf } from '../screens/records.js';
import { useMay } from '../session/profile.js';
import { CopyId } from './copy-id.js';
import { ScreenLink } from './screen-link.js';

interface NamedProps {
  readonly kind: string;
  readonly id: string;
}

/** A record by its name, which leads to it; the id is to be copied. Where no name may be told, the id stands itself. */
export function Named({ kind, id }: NamedProps) {
  const { data: name } = useName(kind, id);
  const maySeeUsers = useMay('userControl.viewDetails');
  if (id === '') return null;
  // The same elements before and after the name has come, so that the focus stays where it is.
  if (!name)
    return (
      <Group gap={4} wrap="nowrap" display="inline-flex">
        <Text span size="sm" ff="monospace" className="wrap">
          {id}
        </Text>
        <CopyId id={id} />
      </Group>
    );
  // A name without a state is of a record that the reader may not open.
  const address =
    name.status === '' || (kind === 'user' && !maySeeUsers) ? undefined : addressOf({ kind, marker: id, userid: id });
  return (
    <Group gap={4} wrap="nowrap" display="inline-flex">
      {address ? (
        <ScreenLink {...address} className={kind === 'staff' ? 'number' : undefined}>
          {name.name}
        </ScreenLink>
      ) : (
        <Text span size="sm">
          {name.name}
        </Text>
      )}
      <CopyId id={id} />
    </Group>
  );
}

/** Kind and id in one text, as `purchase:01J…`; anything else stands as it is. */
export function NamedSubject({ subject }: { readonly subject: string }) {
  const at = subject.indexOf(':');
  if (at < 0) return <span className="wrap">{subject}</span>;
  const kind = subject.slice(0, at);
  if (!NAMED.has(kind)) return <span className="wrap">{subject}</span>;
  return <Named kind={kind} id={subject.slice(at + 1)} />;
}

const NAMED = new Set([
  'user',
  'purchase',
  'payout',
  'deposit',
  'suspense',
  'transfer',
  'ticket',
  'contact',
  'system_log',
  'proposal',
  'webhook',
  'job',
  'fault',
  'staff',
  'biller',
  'item',
  'endpoint',
  'reconciliation',
]);

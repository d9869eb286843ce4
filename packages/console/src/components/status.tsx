import { Badge } from '@mantine/core';

const COLORS: Readonly<Record<string, string>> = {
  active: 'green',
  completed: 'green',
  complete: 'green',
  success: 'green',
  successful: 'green',
  succeeded: 'green',
  delivered: 'green',
  verified: 'green',
  approved: 'green',
  resolved: 'green',
  right: 'green',
  published: 'green',
  on: 'green',
  'in use': 'green',
  listed: 'green',
  'set aside': 'orange',
  owed: 'orange',
  differing: 'orange',
  explained: 'green',
  closing: 'orange',
  missing_here: 'orange',
  missing_there: 'orange',
  current: 'green',
  future: 'blue',
  pending: 'yellow',
  open: 'blue',
  in_progress: 'blue',
  waiting: 'yellow',
  processing: 'yellow',
  proposed: 'blue',
  'needs one more': 'yellow',
  executed: 'green',
  held: 'yellow',
  failed: 'red',
  off: 'red',
  suspended: 'red',
  exhausted: 'red',
  blocked: 'red',
  rejected: 'red',
  withdrawn: 'gray',
  wrong: 'red',
  error: 'red',
  warning: 'orange',
  failing: 'orange',
  reversed: 'orange',
  name_changed: 'orange',
  review: 'blue',
  watch_listed: 'red',
  returned: 'orange',
  'offered to nobody': 'orange',
};

/** What can be switched is on or off, in the words of its switch. */
export function onOrOff(status: string): string {
  return status === 'active' ? 'on' : 'off';
}

/** A state as answers have it. Colour is never all that tells it. */
export function Status({ value }: { readonly value: string }) {
  if (value === '') return null;
  return (
    <Badge
      variant="light"
      color={COLORS[value.toLowerCase()] ?? 'gray'}
      tt="none"
      fw={600}
      style={{ flexShrink: 0, minWidth: 'max-content' }}
    >
      {value.replaceAll('_', ' ')}
    </Badge>
  );
}

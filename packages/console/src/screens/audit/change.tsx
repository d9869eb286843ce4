import { Stack, Text } from '@mantine/core';

type State = Readonly<Record<string, unknown>>;

/** What changed, one line for each field: before and after. */
export function Change({ before, after }: { readonly before: string; readonly after: string }) {
  const [from, to] = [stateOf(before), stateOf(after)];
  // Of a read `after` is what was asked for.
  if (before === '' && !('reason' in to)) return null;
  const fields = [...new Set([...Object.keys(from), ...Object.keys(to)])];
  return (
    <Stack gap={0}>
      {fields.map((field) => (
        <Text key={field} size="sm" className="wrap">
          {field.replaceAll('_', ' ')}: {field in from && `${wordOf(from[field])} → `}
          {field in to ? wordOf(to[field]) : 'nothing'}
        </Text>
      ))}
    </Stack>
  );
}

function stateOf(text: string): State {
  if (text === '') return {};
  const state: unknown = JSON.parse(text);
  return typeof state === 'object' && state !== null ? (state as State) : { value: state };
}

function wordOf(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'nothing';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

import { useState } from 'react';
import { Button, Group, Text } from '@mantine/core';

/** What can be done with several rows of a list at once. */
export interface Bulk<T> {
  /** The button: a verb. */
  readonly verb: string;
  readonly isFor: (row: T) => boolean;
  readonly onStart: (rows: readonly T[]) => void;
}

/** Rows that are chosen in one page of a list; another page or filter begins anew. */
export function useSelection<T>(list: string) {
  const [chosen, setChosen] = useState<{ readonly list: string; readonly rows: readonly T[] }>({ list, rows: [] });
  const rows = chosen.list === list ? chosen.rows : [];
  return { rows, set: (next: readonly T[]) => setChosen({ list, rows: next }) };
}

interface BulkBarProps<T> {
  readonly bulk: Bulk<T>;
  readonly rows: readonly T[];
  readonly onClear: () => void;
}

export function BulkBar<T>({ bulk, rows, onClear }: BulkBarProps<T>) {
  const start = () => {
    bulk.onStart(rows);
    onClear();
  };
  return (
    <Group gap="sm" role="status">
      <Text size="sm">{rows.length === 0 ? 'None is chosen' : `${rows.length} chosen`}</Text>
      <Button size="xs" variant="light" disabled={rows.length === 0} onClick={start}>
        {bulk.verb}
      </Button>
    </Group>
  );
}

import { ActionIcon, Checkbox, Popover, Stack, Tooltip } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { Columns3 } from 'lucide-react';

/** Titles of the columns that somebody does not want to see in a list; kept by this browser. */
export function useHiddenColumns(list: string) {
  return useLocalStorage<readonly string[]>({
    key: `harmattan-columns-${list}`,
    defaultValue: [],
    getInitialValueInEffect: false,
  });
}

interface ColumnChoiceProps {
  readonly titles: readonly string[];
  readonly hidden: readonly string[];
  readonly onChange: (hidden: readonly string[]) => void;
}

/** Which columns are shown; the first one always is. */
export function ColumnChoice({ titles, hidden, onChange }: ColumnChoiceProps) {
  const toggle = (title: string, isShown: boolean) =>
    onChange(isShown ? hidden.filter((each) => each !== title) : [...hidden, title]);
  return (
    <Popover position="bottom-end" withinPortal trapFocus returnFocus>
      <Popover.Target>
        <Tooltip label="Columns">
          <ActionIcon variant="default" size={30} aria-label="Columns" visibleFrom="sm">
            <Columns3 size={18} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="xs" role="group" aria-label="Columns">
          {titles.slice(1).map((title) => (
            <Checkbox
              key={title}
              label={title}
              checked={!hidden.includes(title)}
              onChange={(event) => toggle(title, event.currentTarget.checked)}
            />
          ))}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

import { type ChangeEvent, type ReactNode, useEffect, useState } from 'react';
import { CloseButton, Group, Select, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { DayField } from './day-field.js';
import { MinuteField } from './minute-field.js';
import { useAddressSearch } from './use-address.js';

interface Choice {
  readonly value: string;
  readonly label: string;
}

/** A value of the address that narrows a list: one of a few, or a text. */
export interface Filter {
  readonly name: string;
  readonly label: string;
  /** Without choices it is a text. */
  readonly choices?: readonly Choice[];
  readonly type?: 'text' | 'day' | 'month' | 'minute';
  readonly placeholder?: string;
  /** A list's choice where the address says none. */
  readonly standard?: string;
}

interface FiltersProps {
  readonly filters: readonly Filter[];
  /** Further ones. */
  readonly children?: ReactNode;
}

export function Filters({ filters, children }: FiltersProps) {
  if (filters.length === 0 && !children) return <span />;
  return (
    <Group gap="sm" align="start" wrap="wrap" component="search">
      {filters.map((filter) =>
        filter.choices ? (
          <Chosen key={filter.name} {...filter} />
        ) : filter.type === 'day' ? (
          <ChosenDay key={filter.name} {...filter} />
        ) : (
          <Typed key={filter.name} {...filter} type={filter.type} />
        ),
      )}
      {children}
    </Group>
  );
}

function Chosen({ name, label, choices = [], standard }: Filter) {
  const [search, change] = useAddressSearch();
  return (
    <Select
      size="xs"
      label={label}
      data={[...choices]}
      value={search[name] ?? standard ?? null}
      placeholder="All"
      clearable={standard === undefined}
      allowDeselect={standard === undefined}
      onChange={(value) => change({ [name]: value === standard ? undefined : (value ?? undefined) })}
      w={{ base: '100%', xs: 200 }}
    />
  );
}

function ChosenDay({ name, label }: Filter) {
  const [search, change] = useAddressSearch();
  return (
    <DayField
      size="xs"
      label={label}
      placeholder="Now"
      clearable
      value={search[name] ?? ''}
      onChange={(day) => change({ [name]: (day as string) || undefined })}
      w={{ base: '100%', xs: 200 }}
    />
  );
}

/** Takes effect when typing pauses, and replaces the address, so that Back leaves the list. */
function Typed({ name, label, type = 'text', placeholder }: Filter) {
  const [search, change] = useAddressSearch();
  const given = search[name] ?? '';
  const [text, setText] = useState(given);
  useEffect(() => setText(given), [given]);
  const changeLater = useDebouncedCallback(
    (value: string) => change({ [name]: value.trim() || undefined }, { replace: true }),
    400,
  );
  const set = (value: string) => {
    setText(value);
    changeLater(value);
  };
  const field = {
    size: 'xs',
    label,
    value: text,
    onChange: (event: ChangeEvent<HTMLInputElement>) => set(event.currentTarget.value),
    w: { base: '100%', xs: type === 'minute' ? 200 : 240 },
  } as const;
  if (type === 'minute') return <MinuteField {...field} />;
  return (
    <TextInput
      {...field}
      type={type}
      placeholder={placeholder}
      rightSection={
        text !== '' && type === 'text' ? <CloseButton size="sm" aria-label={`Clear ${label}`} onClick={() => set('')} /> : null
      }
    />
  );
}

import { DateInput } from '@mantine/dates';
import type { ReactNode } from 'react';
import type { Field } from './use-fields.js';

interface DayFieldProps extends Field {
  readonly label: string;
  readonly description?: ReactNode;
  readonly required?: boolean;
  readonly clearable?: boolean;
  readonly placeholder?: string;
  readonly size?: 'xs';
  readonly w?: object;
}

/** A day of Lagos, YYYY-MM-DD or empty; typed, as `1 Dec 2026` or `2026-12-01`, or chosen. */
export function DayField({ value, onChange, ...props }: DayFieldProps) {
  return (
    <DateInput
      placeholder="1 Dec 2026"
      {...props}
      value={value === '' ? null : value}
      onChange={(day) => onChange(day ?? '')}
      valueFormat="D MMM YYYY"
      dateParser={dayOf}
    />
  );
}

function dayOf(text: string): string | null {
  const written = text.trim();
  if (/^\d{4}-\d\d-\d\d$/.test(written)) return Number.isNaN(Date.parse(written)) ? null : written;
  const ms = Date.parse(`${written} UTC`);
  return /^\d{1,2} [a-z]{3,} \d{4}$/i.test(written) && !Number.isNaN(ms) ? new Date(ms).toISOString().slice(0, 10) : null;
}

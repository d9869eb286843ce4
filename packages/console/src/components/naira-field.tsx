import type { ReactNode } from 'react';
import { NumberInput } from '@mantine/core';
import type { Field } from './use-fields.js';

interface NairaFieldProps extends Field {
  readonly label: string;
  readonly description?: ReactNode;
  readonly 'data-autofocus'?: boolean;
}

/** An amount in Naira with kobo. People type it with or without commas; its value is without them. */
export function NairaField({ onChange, ...props }: NairaFieldProps) {
  return (
    <NumberInput
      prefix="₦"
      thousandSeparator=","
      decimalScale={2}
      allowNegative={false}
      hideControls
      inputMode="decimal"
      required
      {...props}
      onChange={(value) => onChange(String(value))}
    />
  );
}

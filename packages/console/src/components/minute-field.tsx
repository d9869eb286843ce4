import type { ReactNode } from 'react';
import { TextInput, type TextInputProps } from '@mantine/core';
import { lagosMs } from './lagos-time.js';
import { spokenTime } from './time.js';

interface MinuteFieldProps extends Omit<TextInputProps, 'type' | 'onChange'> {
  readonly label: string;
  readonly value: string;
  readonly onChange: (change: React.ChangeEvent<HTMLInputElement>) => void;
  /** What an empty one means. */
  readonly description?: ReactNode;
}

/** A day and minute of Lagos, in words below it: each browser writes its days another way. */
export function MinuteField({ label, value, description, ...props }: MinuteFieldProps) {
  const ms = lagosMs(value);
  return (
    <TextInput
      {...props}
      type="datetime-local"
      label={`${label}, in Lagos`}
      value={value}
      description={ms === undefined ? description : spokenTime(ms)}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
    />
  );
}

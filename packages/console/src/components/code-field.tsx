import { TextInput } from '@mantine/core';

interface CodeFieldProps {
  readonly value: string;
  readonly onChange: (code: string) => void;
  readonly label?: string;
  readonly autoFocus?: boolean;
}

export const CODE_LENGTH = 6;

/** A code of the authenticator app of who is signed in. Each is good once. */
export function CodeField({ value, onChange, label = 'Code of your authenticator app', autoFocus = false }: CodeFieldProps) {
  return (
    <TextInput
      label={label}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value.replace(/\D/g, '').slice(0, CODE_LENGTH))}
      inputMode="numeric"
      autoComplete="one-time-code"
      placeholder="000000"
      data-autofocus={autoFocus || undefined}
      required
      styles={{ input: { letterSpacing: '0.3em', fontVariantNumeric: 'tabular-nums' } }}
    />
  );
}

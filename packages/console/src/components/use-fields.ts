import { useState } from 'react';

interface Changed {
  readonly currentTarget: { readonly value: string };
}

export interface Field {
  readonly value: string;
  readonly onChange: (event: Changed) => void;
}

/** Values of the text fields of a form, and what each field needs. */
export function useFields<N extends string>(initial: Readonly<Record<N, string>>) {
  const [values, setValues] = useState(initial);
  const set = (name: N, value: string) => setValues((before) => ({ ...before, [name]: value }));
  const field = (name: N): Field => ({
    value: values[name],
    onChange: ({ currentTarget: { value } }) => set(name, value),
  });
  return { values, set, field };
}

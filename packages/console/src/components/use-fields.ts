import { type Dispatch, type SetStateAction, useState } from 'react';
import { useDraft } from './use-draft.js';

interface Changed {
  readonly currentTarget: { readonly value: string };
}

export interface Field {
  readonly value: string;
  readonly onChange: (event: Changed) => void;
}

type Values<N extends string> = Readonly<Record<N, string>>;

/** Values of the text fields of a form, and what each field needs. */
export function useFields<N extends string>(initial: Values<N>) {
  return fieldsOf(...useState(initial));
}

/** As `useFields`, kept by this tab until it is sent. @param name of the form and its record */
export function useDraftFields<N extends string>(name: string, initial: Values<N>) {
  const { value, set, forget } = useDraft(name, initial);
  return { ...fieldsOf(value, set), forget };
}

function fieldsOf<N extends string>(values: Values<N>, setValues: Dispatch<SetStateAction<Values<N>>>) {
  const set = (name: N, value: string) => setValues((before) => ({ ...before, [name]: value }));
  const field = (name: N): Field => ({
    value: values[name],
    onChange: ({ currentTarget: { value } }) => set(name, value),
  });
  return { values, set, field };
}

import { isHarmattanError } from '@harmattan/client';
import { useForm, type UseFormReturnType } from '@mantine/form';
import type { ReactNode } from 'react';
import { useDraft } from './use-draft.js';

export interface Field {
  readonly value: string;
  /** Takes an event of an input, or the value itself. */
  readonly onChange: (change: unknown) => void;
  readonly error?: ReactNode;
}

/** A form whose fields show what the service said of them. */
export interface Form {
  /** Shows an error that is about a field beside it, and puts the focus there. */
  readonly show: (error: unknown) => void;
}

type Values<N extends string> = Readonly<Record<N, string>>;
/** Fields by the parameter that they become, where it has another name. */
type Called<N extends string> = Readonly<Record<string, N>>;

/** Values of the text fields of a form, each named like its parameter, and what each field needs. */
export function useFields<N extends string>(initial: Values<N>, called: Called<NoInfer<N>> = {}) {
  return fieldsOf(useForm<Values<N>>({ initialValues: initial }), called);
}

/** As `useFields`, kept by this tab until it is sent. @param name of the form and its record */
export function useDraftFields<N extends string>(name: string, initial: Values<N>, called: Called<NoInfer<N>> = {}) {
  const { value, set, forget } = useDraft(name, initial);
  const form = useForm<Values<N>>({ initialValues: value, onValuesChange: set });
  const clear = () => {
    form.setValues(initial);
    forget();
  };
  return { ...fieldsOf(form, called), forget: clear };
}

function fieldsOf<N extends string>(form: UseFormReturnType<Values<N>>, called: Called<N>) {
  const show = (error: unknown) => {
    if (!isHarmattanError(error)) return;
    const names = Object.keys(form.values).map((name) => [name, name] as const);
    const [, name] =
      [...names, ...Object.entries<string>(called)].find(([parameter]) => error.id.startsWith(`${parameter}_`)) ?? [];
    if (name === undefined) return;
    form.setFieldError(name, error.message);
    form.getInputNode(name)?.focus();
  };
  return {
    values: form.values,
    set: (name: N, value: string) => form.setFieldValue(name, value as never),
    field: (name: N): Field => ({ ...form.getInputProps(name), value: form.values[name] }),
    form: { show } satisfies Form,
  };
}

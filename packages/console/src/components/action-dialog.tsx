import type { ReactNode } from 'react';
import type { Action, Data, Input } from '@harmattan/client';
import { type Done, useAction } from '../api/use-action.js';
import { ConfirmDialog } from './confirm-dialog.js';
import type { Form } from './use-fields.js';

interface ActionDialogProps<A extends Action> {
  readonly title: string;
  /** Fields, and what happens. */
  readonly children: ReactNode;
  /** The button that does it: a verb. */
  readonly verb: string;
  readonly color?: string | undefined;
  readonly form?: Form;
  readonly action: A;
  /** Undefined while something is missing in the fields. */
  readonly input: Input<A> | undefined;
  readonly done: Done<A>;
  /** Reads whose answers are another afterwards. */
  readonly changes?: readonly Action[];
  readonly onDone?: (data: Data<A>) => void;
  readonly onClose: () => void;
}

/** A form that sends one operation: it is open while it is rendered, shows why it failed, and closes when it is done. */
export function ActionDialog<A extends Action>({
  action,
  input,
  done,
  changes = [],
  onDone,
  onClose,
  ...dialog
}: ActionDialogProps<A>) {
  const finish = (data: Data<A>) => {
    onDone?.(data);
    onClose();
  };
  const run = useAction(action, { done, changes, onDone: finish });
  const send = () => {
    if (input !== undefined) run.mutate(input);
  };
  return <ConfirmDialog {...dialog} isOpen isReady={input !== undefined} action={run} onConfirm={send} onClose={onClose} />;
}

import { useRef } from 'react';
import type { Action, Data, HarmattanError, Input } from '@harmattan/client';
import { useMutation, type UseMutationResult, useQueryClient } from '@tanstack/react-query';
import { call } from './client.js';
import { toast, type Told } from './toast.js';

/** What is said when it is done; a text alone says that all of it is. */
export type Done<A extends Action> = string | Told | ((data: Data<A>) => string | Told);

interface ActionOptions<A extends Action> {
  readonly done: Done<A>;
  /** Reads whose answers are another afterwards. */
  readonly changes?: readonly Action[];
  /** For a button with no dialog that would show the error. */
  readonly tellsErrors?: boolean;
  readonly onDone?: (data: Data<A>) => void;
}

/**
 * An operation that does something. While nobody knows whether money moved, a repetition is sent under the same key, with which it is
 * done once.
 */
export function useAction<A extends Action>(
  action: A,
  { done, changes = [], tellsErrors = false, onDone }: ActionOptions<A>,
): UseMutationResult<Data<A>, HarmattanError, Input<A>> {
  const queries = useQueryClient();
  const unknownKey = useRef<string>(undefined);
  return useMutation<Data<A>, HarmattanError, Input<A>>({
    mutationFn: (input) => call(action, input, unknownKey.current ? { idempotencyKey: unknownKey.current } : {}),
    onError: (error) => {
      unknownKey.current = error.isOutcomeUnknown ? error.idempotencyKey : undefined;
      if (tellsErrors) toast({ message: error.message, title: error.id, tone: 'refused' });
    },
    onSuccess: async (data) => {
      unknownKey.current = undefined;
      const told = typeof done === 'function' ? done(data) : done;
      toast(typeof told === 'string' ? { message: told, tone: 'done' } : told);
      onDone?.(data);
      await Promise.all(changes.map((name) => queries.invalidateQueries({ queryKey: [name] })));
    },
  });
}

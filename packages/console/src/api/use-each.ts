import { type Action, type HarmattanError, type Input, isHarmattanError } from '@harmattan/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from './client.js';
import { toast } from './toast.js';

interface EachOptions {
  /** What happened to so many, as "3 system logs are closed". */
  readonly done: (count: number) => string;
  /** Reads whose answers are another afterwards. */
  readonly changes: readonly Action[];
  readonly onDone: () => void;
}

/** One operation for several, one after the other: what is refused holds up nobody, and is said. */
export function useEach<A extends Action>(action: A, { done, changes, onDone }: EachOptions) {
  const queries = useQueryClient();
  return useMutation<readonly HarmattanError[], HarmattanError, readonly Input<A>[]>({
    mutationFn: async (inputs) => {
      const refused: HarmattanError[] = [];
      for (const input of inputs) {
        try {
          await call(action, input);
        } catch (error) {
          if (!isHarmattanError(error)) throw error;
          refused.push(error);
        }
      }
      if (refused.length === inputs.length) throw refused[0]!;
      return refused;
    },
    onSuccess: (refused, inputs) => {
      toast({ message: done(inputs.length - refused.length), tone: 'done' });
      if (refused.length > 0)
        toast({
          title: `${refused.length} could not be`,
          message: [...new Set(refused.map(({ message }) => message))].join(' '),
          tone: 'warning',
        });
      onDone();
    },
    onSettled: () => Promise.all(changes.map((name) => queries.invalidateQueries({ queryKey: [name] }))),
  });
}

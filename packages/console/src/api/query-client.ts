import { isHarmattanError } from '@harmattan/client';
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';

type Listener = () => void;

let whenSignedOut: Listener = () => undefined;

/** Is called whenever the service does not take the session any more. */
export function onSessionEnd(listener: Listener): void {
  whenSignedOut = listener;
}

function watch(error: unknown): void {
  if (isHarmattanError(error, 'rqat_required')) whenSignedOut();
}

/** The client repeats what can be repeated, so that nothing is repeated here. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: watch }),
  mutationCache: new MutationCache({ onError: watch }),
  defaultOptions: { queries: { retry: false, staleTime: 15_000, refetchOnWindowFocus: true }, mutations: { retry: false } },
});

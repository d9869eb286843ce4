import {
  type Action,
  type CallOptions,
  type Data,
  HarmattanClient,
  type Input,
  type Page,
  type PagedAction,
} from '@harmattan/client';
import { sessionStore } from '../session/session-store.js';

export const client = new HarmattanClient({
  baseUrl: location.origin,
  session: sessionStore,
  retries: { attempts: 3 },
});

type Untyped = (action: Action, input: object, options?: CallOptions) => Promise<unknown>;

/** As `client.call`, for hooks, which do not know whether the parameters may be left out. @throws HarmattanError */
export function call<A extends Action>(action: A, input: Input<A>, options?: CallOptions): Promise<Data<A>> {
  return (client.call.bind(client) as Untyped)(action, input, options) as Promise<Data<A>>;
}

/** As `client.page`. @throws HarmattanError */
export function readPage<A extends PagedAction>(action: A, input: Input<A>, options?: CallOptions): Promise<Page<A>> {
  return (client.page.bind(client) as Untyped)(action, input, options) as Promise<Page<A>>;
}

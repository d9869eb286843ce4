/** The one session of the page, which everything that is tried signs with. Nothing of it outlives the page. */
import {
  type CallOptions,
  HarmattanClient,
  type Input,
  isHarmattanError,
  type Session,
  type SessionStore,
  type SignInAction,
  type UploadedFile,
} from '@harmattan/client';
import type { Operation } from './reference.js';

/** Values of parameters by their names. */
export type Values = Readonly<Record<string, unknown>>;

/** DATA that has a session in it, or a new secret of the present one. */
interface SignedIn {
  readonly pbcKey?: string;
  readonly secret: string;
  readonly userid?: string;
  readonly expires: string;
}

/** Operations are those of the document, and the service checks their parameters. */
type Call = (action: string, input: Values, options: CallOptions) => Promise<unknown>;

export interface Answer {
  readonly status: number;
  readonly ms: number;
  readonly text: string;
}

/** With the name of who is signed in. */
type Listener = (signedIn: { readonly name: string } | undefined) => void;

const listeners = new Map<Listener, Node>();
let session: Session | undefined;
let name = '';
let answered: Answer | undefined;

const store: SessionStore = {
  load: () => session,
  save: (given) => keep(given, name),
  clear: () => keep(undefined, ''),
};

const client = new HarmattanClient({
  baseUrl: location.origin,
  session: store,
  retries: { attempts: 1 },
  fetch: async (...request) => {
    const begun = performance.now();
    const answer = await fetch(...request);
    answered = { status: answer.status, ms: Math.round(performance.now() - begun), text: await answer.clone().text() };
    return answer;
  },
});

/** Calls back now and at every change, as long as the part is on the page. */
export function onSession(listener: Listener, part: Node): void {
  listeners.set(listener, part);
  listener(session && { name });
}

/** @throws HarmattanError */
export async function signIn(action: SignInAction, input: Readonly<Record<string, string>>): Promise<void> {
  name = input['emal'] ?? '';
  await client.signIn(action, input as Input<SignInAction>);
}

export function signInWithKey(pbcKey: string, secret: string): void {
  const inAnHour = Math.floor(Date.now() / 1000) + 3600;
  keep({ pbcKey, secret, userid: '', expires: inAnHour, rotateAt: inAnHour }, 'your key');
}

export async function signOut(): Promise<void> {
  await client.signOut().catch((error: unknown) => {
    if (!isHarmattanError(error)) throw error;
  });
}

/** What the service answered, refused or not. @throws Error where it did not answer */
export async function send(
  { action }: Operation,
  input: Values,
  { file, idempotencyKey }: { readonly file: UploadedFile | undefined; readonly idempotencyKey: string },
): Promise<Answer> {
  answered = undefined;
  const call = client.call.bind(client) as Call;
  const sent: Promise<unknown> = file
    ? client.upload(file, input)
    : call(action, input, { idempotencyKey: idempotencyKey || undefined });
  const data = await sent.catch((error: unknown) => {
    if (!isHarmattanError(error) || !answered) throw error;
  });
  takeSession(data as Partial<SignedIn> | undefined, input['emal']);
  return answered!;
}

/** Who registers, logs in or renews a session by trying it goes on with it. */
function takeSession(data: Partial<SignedIn> | undefined, email: unknown): void {
  if (!data?.secret || !data.expires) return;
  const expires = Number(data.expires);
  const pbcKey = data.pbcKey ?? session?.pbcKey;
  const userid = data.userid ?? session?.userid ?? '';
  if (pbcKey) keep({ pbcKey, userid, secret: data.secret, expires, rotateAt: expires }, typeof email === 'string' ? email : name);
}

function keep(given: Session | undefined, of: string): void {
  session = given;
  name = of;
  for (const [listener, part] of listeners) {
    if (part.isConnected) listener(session && { name });
    else listeners.delete(listener);
  }
}

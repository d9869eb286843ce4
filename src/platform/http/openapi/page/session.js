/** The one session of the page, which everything that is tried signs with. Nothing of it outlives the page. */
import { HarmattanClient, isHarmattanError } from './client/index.js';

const listeners = new Map();
let session;
let name = '';
let answered;

const store = {
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

/** Calls back now and at every change, as long as the part is on the page, with the name of who is signed in. */
export function onSession(listener, part) {
  listeners.set(listener, part);
  listener(session && { name });
}

/** @throws HarmattanError */
export async function signIn(action, input) {
  name = input.emal;
  await client.signIn(action, input);
}

export function signInWithKey(pbcKey, secret) {
  const inAnHour = Math.floor(Date.now() / 1000) + 3600;
  keep({ pbcKey, secret, userid: '', expires: inAnHour, rotateAt: inAnHour }, 'your key');
}

export async function signOut() {
  await client.signOut().catch((error) => {
    if (!isHarmattanError(error)) throw error;
  });
}

/** What the service answered, refused or not. @throws Error where it did not answer */
export async function send({ action, source }, input, { file, idempotencyKey }) {
  answered = undefined;
  const call =
    source === 'form' ? client.upload(file, input) : client.call(action, input, { idempotencyKey: idempotencyKey || undefined });
  const data = await call.catch((error) => {
    if (!isHarmattanError(error) || !answered) throw error;
  });
  takeSession(data, input.emal);
  return answered;
}

/** Who registers, logs in or renews a session by trying it goes on with it. */
function takeSession(data, email) {
  if (!data?.secret || !data.expires) return;
  const expires = Number(data.expires);
  const signs = { pbcKey: data.pbcKey ?? session?.pbcKey, userid: data.userid ?? session?.userid ?? '' };
  if (signs.pbcKey) keep({ ...signs, secret: data.secret, expires, rotateAt: expires }, email ?? name);
}

function keep(given, of) {
  session = given;
  name = of;
  for (const [listener, part] of listeners) {
    if (part.isConnected) listener(session && { name });
    else listeners.delete(listener);
  }
}

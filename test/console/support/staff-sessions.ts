import { HarmattanClient, sessionIn } from '../../../packages/client/src/index.js';

/** @returns the session as the console keeps it */
export async function signInStaff(baseUrl: string, email: string, password: string, code: string): Promise<string> {
  const { client, kept } = clientKeeping(baseUrl);
  const device = { dvty: 'Web', dsnm: `test-${email}`, dvnm: 'Test' };
  await client.signIn('control_staff_profile_login', { emal: email, pswd: password, pinc: code, ...device });
  return kept()!;
}

/** A client with a session of its own copy. */
export function clientOf(baseUrl: string, session: string): HarmattanClient {
  return clientKeeping(baseUrl, session).client;
}

function clientKeeping(baseUrl: string, session: string | null = null) {
  const storage = {
    getItem: () => session,
    setItem: (_: string, text: string) => void (session = text),
    removeItem: () => void (session = null),
  };
  return { client: new HarmattanClient({ baseUrl, session: sessionIn(storage) }), kept: () => session };
}

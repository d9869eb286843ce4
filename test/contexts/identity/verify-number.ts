import type { TestUser } from '../../support/app.js';
import type { TestClient } from '../../support/client.js';

let numbers = 0;

/** Verifies a number of the user that nobody else has, in the sandbox. @param timestamp of a service whose clock is another */
export async function verifyNumber(
  client: TestClient,
  as: TestUser,
  type: 'bvn' | 'nin' = 'bvn',
  timestamp?: number,
): Promise<void> {
  const number = `7${String(++numbers).padStart(6, '0')}9999`;
  const body = { type, number, birth: '1990-04-12', consent: true };
  const answer = await client.post('user_identity_submit', { as, body, ...(timestamp === undefined ? {} : { timestamp }) });
  if (answer.body.DATA?.status !== 'verified') throw new Error(JSON.stringify(answer.body));
}

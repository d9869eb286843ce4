import { client } from '../api/client.js';
import { forgetDrafts } from '../components/use-draft.js';
import { queryClient } from '../api/query-client.js';

/** Ends the session with the service, and forgets what was read with it. */
export async function signOut(): Promise<void> {
  try {
    await client.signOut();
  } catch {
    // Without an answer the session is forgotten here, and ends by its time there.
  }
  queryClient.clear();
  forgetDrafts();
}

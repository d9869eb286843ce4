import type { PushOutcome } from './push-sender.js';

/** What became of messages that a push service took with a ticket. */
export abstract class PushReceipts {
  /**
   * By ticket; those that the service does not tell yet, or no longer, are left out.
   * @throws when the service could not be reached
   */
  abstract read(tickets: readonly string[]): Promise<ReadonlyMap<string, PushOutcome>>;
}

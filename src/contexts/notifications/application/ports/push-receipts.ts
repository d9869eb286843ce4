import type { PushOutcome } from './push-sender.js';

/** Delivery results of messages that were accepted with a ticket. */
export abstract class PushReceipts {
  /**
   * By ticket; results that are not available are left out.
   * @throws when the service is unreachable
   */
  abstract read(tickets: readonly string[]): Promise<ReadonlyMap<string, PushOutcome>>;
}

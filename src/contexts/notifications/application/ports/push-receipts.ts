import type { PushOutcome } from './push-sender.js';

export abstract class PushReceipts {
  /** By ticket; unavailable results are left out. @throws when the service is unreachable */
  abstract read(tickets: readonly string[]): Promise<ReadonlyMap<string, PushOutcome>>;
}

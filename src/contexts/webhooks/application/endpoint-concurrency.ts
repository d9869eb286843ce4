/** Attempts at one endpoint at the same time in this process: a subscriber that hangs keeps the others' way clear. */
export const MAX_CONCURRENT_ATTEMPTS = 4;
/** What waits beyond that is found in the table again. */
const WAITING = 1_000;

interface Queue {
  taken: number;
  /** Ids of webhooks, in the order they came. */
  readonly waiting: Set<string>;
}

/** Who may send to an endpoint now, and who is next. Of one process; forgets an endpoint with its last attempt. */
export class EndpointConcurrency {
  private readonly queues = new Map<string, Queue>();

  /** False when all turns are taken: the webhook then waits until `leave` names it. */
  acquire(endpointId: string, webhookId: string): boolean {
    const queue = this.queues.get(endpointId) ?? { taken: 0, waiting: new Set() };
    this.queues.set(endpointId, queue);
    if (queue.taken < MAX_CONCURRENT_ATTEMPTS) {
      queue.taken++;
      queue.waiting.delete(webhookId);
      return true;
    }
    if (queue.waiting.size < WAITING) queue.waiting.add(webhookId);
    return false;
  }

  /** Gives a turn back. @returns the webhook that has waited longest, and waits no more */
  release(endpointId: string): string | undefined {
    const queue = this.queues.get(endpointId)!;
    queue.taken--;
    const [next] = queue.waiting;
    if (next !== undefined) queue.waiting.delete(next);
    if (queue.taken === 0 && queue.waiting.size === 0) this.queues.delete(endpointId);
    return next;
  }
}

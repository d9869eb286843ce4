/** Concurrent attempts at one endpoint in this process, so that a hanging subscriber does not block the others. */
export const MAX_CONCURRENT_ATTEMPTS = 4;
/** Webhooks beyond that are found in the table again. */
const MAX_WAITING = 1_000;

interface Queue {
  taken: number;
  readonly waiting: Set<string>;
}

/** Limits concurrent attempts by endpoint, in this process. Forgets an endpoint after its last attempt. */
export class EndpointConcurrency {
  private readonly queues = new Map<string, Queue>();

  /** False when all slots are taken: the webhook then waits until `release` returns it. */
  acquire(endpointId: string, webhookId: string): boolean {
    const queue = this.queues.get(endpointId) ?? { taken: 0, waiting: new Set() };
    this.queues.set(endpointId, queue);
    if (queue.taken < MAX_CONCURRENT_ATTEMPTS) {
      queue.taken++;
      queue.waiting.delete(webhookId);
      return true;
    }
    if (queue.waiting.size < MAX_WAITING) queue.waiting.add(webhookId);
    return false;
  }

  /** Takes the free slots of an endpoint but one, which is left to retries. @returns how many */
  acquireForPage(endpointId: string): number {
    const queue = this.queues.get(endpointId) ?? { taken: 0, waiting: new Set() };
    const free = Math.max(0, MAX_CONCURRENT_ATTEMPTS - 1 - queue.taken);
    queue.taken += free;
    if (free > 0) this.queues.set(endpointId, queue);
    return free;
  }

  /** Frees a slot. @returns the webhook that has waited longest, removed from the queue */
  release(endpointId: string): string | undefined {
    const queue = this.queues.get(endpointId)!;
    queue.taken--;
    const [next] = queue.waiting;
    if (next !== undefined) queue.waiting.delete(next);
    if (queue.taken === 0 && queue.waiting.size === 0) this.queues.delete(endpointId);
    return next;
  }
}

import type Bull from 'bull';

/** @nestjs/bull sets a shutdown hook on the queue that waits for running jobs; QueueLifecycle has waited for them by then. */
export function closeWithoutWaiting(queue: Bull.Queue): void {
  Object.assign(queue, { onApplicationShutdown: () => queue.close(true) });
}

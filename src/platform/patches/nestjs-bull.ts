import type Bull from 'bull';

/** @nestjs/bull's shutdown hook would wait for running jobs again after QueueLifecycle. */
export function closeWithoutWaiting(queue: Bull.Queue): void {
  Object.assign(queue, { onApplicationShutdown: () => queue.close(true) });
}

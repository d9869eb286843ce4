import type Bull from 'bull';

/** Bull names its blocking connection for a list of workers that nobody uses, and does not handle a failure of it. */
export function leaveWorkersUnnamed(queue: Bull.Queue): void {
  Object.assign(queue, { setWorkerName: () => Promise.resolve() });
}

/** @nestjs/bull's shutdown hook would wait for running jobs again after QueueLifecycle. */
export function closeWithoutWaiting(queue: Bull.Queue): void {
  Object.assign(queue, { onApplicationShutdown: () => queue.close(true) });
}

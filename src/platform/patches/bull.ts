import type Bull from 'bull';

/** Bull names its blocking connection for a list of workers that nobody uses, and does not handle a failure of it. */
export function leaveWorkersUnnamed(queue: Bull.Queue): void {
  Object.assign(queue, { setWorkerName: () => Promise.resolve() });
}

import type Bull from 'bull';

/** Bull names its blocking connection for a list of workers that nobody asks for, and leaves a failure of it unhandled. */
export function leaveWorkersUnnamed(queue: Bull.Queue): void {
  Object.assign(queue, { setWorkerName: () => Promise.resolve() });
}

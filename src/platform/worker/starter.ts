import type { WorkerMessage, WorkerReport } from './worker-message.js';

/** In a worker: answers the process that started it, and stops when that one says so or has ended. */
export function serveStarter(report: () => Promise<WorkerReport>, stop: () => void): void {
  let isStopping = false;
  const stopOnce = () => {
    if (!isStopping) stop();
    isStopping = true;
  };
  process.on('message', () => void report().then((answer) => tellStarter({ report: answer })));
  process.on('disconnect', stopOnce);
  process.on('SIGTERM', stopOnce);
  // A terminal sends it to both, and the other one says when.
  process.on('SIGINT', () => undefined);
  if (!process.connected) stopOnce();
}

/** Nothing where the starter has ended. */
export function tellStarter(message: WorkerMessage): void {
  if (process.connected) process.send!(message, undefined, undefined, () => undefined);
}

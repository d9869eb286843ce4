import type Bull from 'bull';
import type { JobData } from './job-queue.js';

/** The Bull queues by the names of their jobs. */
export class BullQueues extends Map<string, Bull.Queue<JobData>> {}

/** The strategy that waits as long as the failed attempt says. */
export const BACKOFF = 'as-told';
const NEVER = -1;
const UNTOLD_MS = 1_000;

/** How a handler tells Bull that its attempt failed, and when the next is; there is none where no time is given. */
export class FailedAttempt extends Error {
  constructor(
    message: string,
    readonly delayMs = NEVER,
  ) {
    super(message);
  }
}

/** Bull's form of a strategy. */
export function delayAfter(_attempts: number, error: Error): number {
  return error instanceof FailedAttempt ? error.delayMs : UNTOLD_MS;
}

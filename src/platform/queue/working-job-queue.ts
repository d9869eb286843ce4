import { JobQueue } from './job-queue.js';

/** A queue with its workers, as the application starts and stops it. */
export abstract class WorkingJobQueue extends JobQueue {
  /** Begins to run jobs. */
  abstract start(): Promise<void>;
  /** Takes no further job and resolves when those that run are finished; adding still works. */
  abstract stop(): Promise<void>;
  /** Lets go of connections. */
  abstract close(): Promise<void>;
}

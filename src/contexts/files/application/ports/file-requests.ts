import type { FileRequest } from '../../domain/file-request.js';

export abstract class FileRequests<Request extends FileRequest> {
  /** False where the user has a running one. */
  abstract begin(request: Omit<Request, 'state' | 'expiresAt'>): Promise<boolean>;
  abstract find(id: string): Promise<Request | undefined>;
  abstract runningOf(userId: string): Promise<Request | undefined>;
  /** When those after a time were asked for, the oldest first; all in unix ms. */
  abstract timesSince(userId: string, since: number): Promise<number[]>;
  /** Ends a running one. @param expiresAt unix ms. @returns false where it has ended */
  abstract end(id: string, state: 'ready' | 'failed', expiresAt: number): Promise<boolean>;
  abstract expire(id: string): Promise<void>;
  /** The oldest running ones. */
  abstract running(limit: number): Promise<Request[]>;
  /** Ready ones whose time is over. */
  abstract over(now: number, limit: number): Promise<Request[]>;
}

import type { DataExport } from '../../domain/data-export.js';

export abstract class DataExports {
  /** False where the user has a running one. */
  abstract begin(dataExport: Pick<DataExport, 'id' | 'userId' | 'createdAt'>): Promise<boolean>;
  abstract find(id: string): Promise<DataExport | undefined>;
  /** When those after a time were asked for, the oldest first. */
  abstract timesSince(userId: string, since: number): Promise<number[]>;
  /** Ends a running one. False where it has ended. */
  abstract end(id: string, state: 'ready' | 'failed', expiresAt: number): Promise<boolean>;
  abstract expire(id: string): Promise<void>;
  /** The oldest running ones. */
  abstract running(limit: number): Promise<DataExport[]>;
  /** Ready ones whose time is over. */
  abstract over(now: number, limit: number): Promise<DataExport[]>;
}

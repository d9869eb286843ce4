import type { StatementFile } from '../../domain/statement-file.js';

export abstract class StatementFiles {
  /** False where the user has a running one. */
  abstract begin(statement: Omit<StatementFile, 'state' | 'expiresAt'>): Promise<boolean>;
  abstract runningOf(userId: string): Promise<StatementFile | undefined>;
  abstract find(id: string): Promise<StatementFile | undefined>;
  /** When those after a time were asked for, the oldest first. */
  abstract timesSince(userId: string, since: number): Promise<number[]>;
  /** Ends a running one. False where it has ended. */
  abstract end(id: string, state: 'ready' | 'failed', expiresAt: number): Promise<boolean>;
  abstract expire(id: string): Promise<void>;
  /** The oldest running ones. */
  abstract running(limit: number): Promise<StatementFile[]>;
  /** Ready ones whose time is over. */
  abstract over(now: number, limit: number): Promise<StatementFile[]>;
}

export type SystemLogStatus = 'open' | 'resolved' | 'ignored';

export interface SystemLog {
  readonly id: string;
  /** Its own id where it was written without one. */
  readonly logKey: string;
  readonly kind: 'error' | 'warning' | 'info';
  readonly description: string;
  readonly status: SystemLogStatus;
  readonly createdAt: number;
}

export type SystemLogStatus = 'open' | 'resolved' | 'ignored';

export interface SystemLog {
  readonly id: string;
  readonly kind: 'error' | 'warning' | 'info';
  readonly description: string;
  readonly status: SystemLogStatus;
  readonly createdAt: number;
}

export type SystemLogStatus = 'open' | 'resolved' | 'ignored';

/** Something that staff should know of, as it was written down. */
export interface SystemLog {
  readonly id: string;
  readonly kind: 'error' | 'warning' | 'info';
  readonly description: string;
  readonly status: SystemLogStatus;
  /** Unix ms. */
  readonly createdAt: number;
}

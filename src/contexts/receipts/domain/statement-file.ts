import { DAY_MS } from '../../../kernel/clock.js';

/** How long the file can be fetched. */
export const STATEMENT_LIFE_MS = 7 * DAY_MS;
export const STATEMENTS_PER_DAY = 10;
/** A job that takes longer has failed for good. */
export const STATEMENT_TIMEOUT_MS = DAY_MS;

/** Days of Lagos, both inclusive. */
export interface StatementOrder {
  readonly from: string;
  readonly to: string;
  readonly format: 'csv' | 'pdf';
}

export interface StatementFile extends StatementOrder {
  readonly id: string;
  readonly userId: string;
  readonly state: 'running' | 'ready' | 'failed' | 'expired';
  readonly createdAt: number;
  /** 0 until it is ready. */
  readonly expiresAt: number;
}

export function statementName({ from, to, format }: StatementOrder): string {
  return `statement-${from}-${to}.${format}`;
}

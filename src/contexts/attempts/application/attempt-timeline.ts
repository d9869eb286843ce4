import type { TimelineEntry } from '../../../kernel/timeline.js';
import type { ProviderCall } from '../domain/verdict.js';

export interface AttemptLine {
  readonly id: string;
  readonly number: number;
  readonly provider: string;
  readonly reference: string;
  readonly createdAt: number;
}

export interface AnswerLine {
  readonly attemptId: string;
  readonly call: ProviderCall;
  readonly outcome: string;
  readonly code: string;
  readonly message: string;
  readonly httpStatus: number | null;
  readonly providerReference: string;
  readonly createdAt: number;
}

export interface AttemptedOrder {
  readonly id: string;
  readonly userId: string;
  /** What was ordered, in words of staff. */
  readonly what: string;
  /** As `deliver`: what providers are asked to do. */
  readonly verb: string;
  readonly createdAt: number;
  readonly settledAt: number | null;
  readonly attempts: readonly AttemptLine[];
  readonly answers: readonly AnswerLine[];
}

/** What happened to an order at providers: attempts and answers, what the ledger did, and who was told. */
export abstract class AttemptTimeline {
  abstract entriesOf(order: AttemptedOrder): Promise<TimelineEntry[]>;
}

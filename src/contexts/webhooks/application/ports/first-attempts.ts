import type { ClaimedWebhook } from './webhooks.js';

export interface SucceededAttempt {
  /** Its `claimedAt` is when the attempt began. */
  readonly webhook: ClaimedWebhook;
  readonly httpStatus: number;
  readonly endedAt: number;
}

/** Outbound webhooks that were never attempted, by the page. */
export abstract class FirstAttempts {
  /** Endpoints with pending webhooks, sorted. */
  abstract endpointIds(): Promise<string[]>;
  /** Leases the oldest webhooks of an endpoint until `leaseUntil` (unix ms); those that another process is about to lease are skipped. */
  abstract claim(endpointId: string, limit: number, leaseUntil: number): Promise<ClaimedWebhook[]>;
  /** Records successes; those whose lease expired and that were claimed again stay as they are. */
  abstract succeed(attempts: readonly SucceededAttempt[]): Promise<void>;
  /** Gives up the lease of webhooks that were not sent. @param nextAttemptAt unix ms; 0 leaves them to the next page, a time to jobs */
  abstract release(webhooks: readonly ClaimedWebhook[], nextAttemptAt: number): Promise<void>;
}

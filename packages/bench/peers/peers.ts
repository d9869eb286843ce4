import type { Installation } from '../installation.js';
import type { BenchUser, RequestPlan } from '../load.js';

export interface Books {
  /** Keys of acknowledged transfers of which the books say nothing. */
  readonly missing: number;
  /** Recorded more than once. */
  readonly repeated: number;
  /** Accounts whose balance is not the sum of their postings. */
  readonly wrongBalances: number;
  /** Minor units that came or went. */
  readonly drift: number;
}

export interface Started {
  readonly origin: string;
  readonly pid: number;
  stop(): Promise<void>;
}

/** A ledger behind HTTP, over the accounts of the benchmark. */
export interface Peer {
  readonly name: string;
  readonly databasePid: number | undefined;
  /** Requests prepared for a second. */
  readonly most: number;
  /** Its own, with its database as it was left. */
  start(): Promise<Started>;
  /** @param mark part of the keys of this run. @param hot one receiver for all */
  plan(mark: string, hot: boolean): RequestPlan;
  /** @param acknowledged indexes of the requests of a run that were answered with 2xx */
  check(mark: string, acknowledged: readonly number[]): Promise<Books>;
}

export function transferPlan(
  { users }: Pick<Installation, 'users'>,
  target: string,
  body: string,
  hot: boolean,
  more: Pick<RequestPlan, 'signed'> & Partial<Pick<RequestPlan, 'keys'>>,
): RequestPlan {
  const receivers: readonly BenchUser[] = hot ? [users[0]!] : users;
  return { method: 'POST', target, body, repeatable: false, users, receivers, ...more };
}

import 'reflect-metadata';
import { SetMetadata } from '@nestjs/common';

/** The longest key of a job. */
export const KEY_LENGTH = 191;

/** Ids of the rows that a job is about. */
export type JobData = Readonly<Record<string, string | number>>;

/** Deferred work. Carries ids, not bodies: the handler reads the rows they name. */
export interface JobRequest {
  readonly name: string;
  /** At most one job of this name and key waits or runs at a time; adding it again does nothing. */
  readonly key: string;
  readonly data: JobData;
  readonly delayMs?: number;
}

/** A job that used up its attempts. */
export interface ExhaustedJob {
  readonly name: string;
  readonly key: string;
  readonly data: JobData;
  readonly attempts: number;
  /** Of the last attempt, without values. */
  readonly error: string;
  /** When the last attempt failed, unix ms. */
  readonly failedAt: number;
}

export interface JobCounts {
  /** Waiting, delayed or running. */
  readonly waiting: number;
  readonly exhausted: number;
}

/** The job queue. Jobs run at least once. */
export abstract class JobQueue {
  /**
   * Adds jobs; within a unit of work they are committed or rolled back with it.
   * @throws Error when no handler has the name, or the key is longer than KEY_LENGTH
   */
  abstract add(...jobs: JobRequest[]): Promise<void>;
  /** Jobs that used up their attempts, newest first; kept until retried. */
  abstract exhausted(limit: number): Promise<ExhaustedJob[]>;
  /** Requeues an exhausted job with all its attempts. False when there is none, or no handler for it here. */
  abstract retry(name: string, key: string): Promise<boolean>;
  /** Of each name up to 10,000 are counted. */
  abstract counts(): Promise<JobCounts>;
  /** Jobs of this name that could run now but have not begun, counted up to the limit. */
  abstract backlog(name: string, limit: number): Promise<number>;
  /** Rejects when the queue is unusable. */
  abstract ping(): Promise<void>;
}

export interface JobOptions {
  /** Jobs of this name that run at once in one process; default 1. */
  readonly concurrency?: number;
  /** Delays before the second, third, … attempt; the last one repeats. Default 1 s, 5 s, 30 s, 2 m, 10 m. */
  readonly backoffMs?: readonly number[];
  /** Attempts in all; default 6. */
  readonly attempts?: number;
}

export interface JobDefinition extends Required<JobOptions> {
  readonly name: string;
}

export const JOB = 'harmattan:job';
export const EVENT = 'harmattan:event';
export const EVERY = 'harmattan:every';
export const OLDEST_WAITING = 'harmattan:oldest-waiting';

/**
 * Handles jobs of this name: `(data) => Promise<void>`. A throw leads to another attempt. Exactly one handler for a name,
 * otherwise the start fails.
 */
export function Job(name: string, options: JobOptions = {}): MethodDecorator {
  const mark: JobDefinition = {
    name,
    concurrency: options.concurrency ?? 1,
    attempts: options.attempts ?? 6,
    backoffMs: options.backoffMs ?? [1_000, 5_000, 30_000, 120_000, 600_000],
  };
  return SetMetadata<string, JobDefinition>(JOB, mark);
}

/** Handles a committed event: `(data, eventId) => Promise<void>`, at least once; any number of handlers for an event, each must be idempotent. */
export function OnEvent(name: string): MethodDecorator {
  return SetMetadata<string, string>(EVENT, name);
}

export interface PeriodicDefinition {
  readonly name: string;
  readonly intervalMs: number;
}

/** Runs `() => Promise<void>` periodically, in one process at a time. */
export function Every(intervalMs: number, name: string): MethodDecorator {
  return SetMetadata<string, PeriodicDefinition>(EVERY, { name, intervalMs });
}

export interface OverdueDefinition {
  readonly kind: string;
  /** A system log is written when the oldest waits longer. */
  readonly boundMs: number;
}

/** Returns since when the oldest work of a kind waits, unix ms: `() => Promise<number | undefined>`. Called every few seconds. */
export function OldestWaiting(kind: string, boundMs: number): MethodDecorator {
  return SetMetadata<string, OverdueDefinition>(OLDEST_WAITING, { kind, boundMs });
}

import 'reflect-metadata';
import { SetMetadata } from '@nestjs/common';
import type { EventName, Events } from '../../kernel/events.js';

export const KEY_LENGTH = 191;

/** Ids of the rows that a job is about. */
export type JobData = Readonly<Record<string, string | number>>;

/** Carries ids; the handler reads the rows. */
export interface JobRequest {
  readonly name: string;
  /** At most one job of this name and key exists; adding it again does nothing. */
  readonly key: string;
  readonly data: JobData;
  readonly delayMs?: number;
}

export interface ExhaustedJob {
  readonly name: string;
  readonly key: string;
  readonly data: JobData;
  readonly attempts: number;
  /** Error of the last attempt, without values. */
  readonly error: string;
  readonly failedAt: number;
}

export interface JobCounts {
  readonly waiting: number;
  readonly exhausted: number;
}

/** Jobs run at least once. */
export abstract class JobQueue {
  /** Adds jobs, with the caller's unit of work. @throws Error for an unknown name, or a key longer than KEY_LENGTH */
  abstract add(...jobs: JobRequest[]): Promise<void>;
  /** Jobs that used up their attempts or ended their process twice, newest first; kept until retried. */
  abstract exhausted(limit: number): Promise<ExhaustedJob[]>;
  /** False when there is none, or no handler for it here. */
  abstract retry(name: string, key: string): Promise<boolean>;
  abstract counts(): Promise<JobCounts>;
  /** Due jobs that have not begun, counted up to the limit. */
  abstract backlog(name: string, limit: number): Promise<number>;
  abstract ping(): Promise<void>;
}

export interface JobOptions {
  /** Jobs at once in one process; default 1. */
  readonly concurrency?: number;
  /** The last delay repeats. Default 1 s, 5 s, 30 s, 2 m, 10 m. */
  readonly backoffMs?: readonly number[];
  /** Default 6. */
  readonly attempts?: number;
  /** Does not give way to requests, which wait for it. */
  readonly isUrgent?: boolean;
  /** Is tried again after a pause where others are set aside, because money would wait for staff. */
  readonly outlivesCrashes?: boolean;
}

export interface JobDefinition extends Required<JobOptions> {
  readonly name: string;
}

export const JOB = 'harmattan:job';
export const EVENT = 'harmattan:event';
export const EVERY = 'harmattan:every';
export const OLDEST_WAITING = 'harmattan:oldest-waiting';

/** Handles jobs of this name: `(data) => Promise<void>`; an error leads to another attempt. One handler for a name. */
export function Job(name: string, options: JobOptions = {}): MethodDecorator {
  const mark: JobDefinition = {
    name,
    concurrency: options.concurrency ?? 1,
    attempts: options.attempts ?? 6,
    isUrgent: options.isUrgent ?? false,
    outlivesCrashes: options.outlivesCrashes ?? false,
    backoffMs: options.backoffMs ?? [1_000, 5_000, 30_000, 120_000, 600_000],
  };
  return SetMetadata<string, JobDefinition>(JOB, mark);
}

export interface ReceivedEvent<Data = Readonly<Record<string, unknown>>> {
  readonly id: string;
  readonly data: Data;
}

export interface EventDefinition {
  readonly name: EventName;
  readonly takesPages: boolean;
}

/** Stands at a method that could be called with what the event tells. */
type HandlerDecorator<Handler> = <Method extends Handler>(
  target: object,
  key: string | symbol,
  method: TypedPropertyDescriptor<Method>,
) => void;

/**
 * Handles a committed event at least once: `(data, eventId) => Promise<void>`; handlers must be idempotent, and leave to a job what
 * takes long, because other events wait.
 */
export function OnEvent<Name extends EventName>(
  name: Name,
): HandlerDecorator<(data: Events[Name], eventId: string) => Promise<void>> {
  return SetMetadata<string, EventDefinition>(EVENT, { name, takesPages: false });
}

/** Handles many events of different subjects: `(events: ReceivedEvent[]) => Promise<void>`. After an error it gets each by itself. */
export function OnEvents<Name extends EventName>(
  name: Name,
): HandlerDecorator<(events: readonly ReceivedEvent<Events[Name]>[]) => Promise<void>> {
  return SetMetadata<string, EventDefinition>(EVENT, { name, takesPages: true });
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

/** Returns since when the oldest work of a kind waits: `() => Promise<number | undefined>`, called every few seconds. */
export function OldestWaiting(kind: string, boundMs: number): MethodDecorator {
  return SetMetadata<string, OverdueDefinition>(OLDEST_WAITING, { kind, boundMs });
}

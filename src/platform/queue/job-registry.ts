import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import { providerInstances } from '../registry/discovered-contributions.js';
import {
  EVENT,
  type EventDefinition,
  EVERY,
  type PeriodicDefinition,
  JOB,
  type JobData,
  type JobDefinition,
  type JobRequest,
  KEY_LENGTH,
  OLDEST_WAITING,
  type OverdueDefinition,
  type ReceivedEvent,
} from './job-queue.js';

export interface RegisteredJob extends JobDefinition {
  readonly handle: (data: JobData) => Promise<void>;
}

export interface EventHandler {
  /** Whether one call may get many events. */
  readonly takesPages: boolean;
  readonly handle: (events: readonly ReceivedEvent[]) => Promise<void>;
}

export interface PeriodicWork extends PeriodicDefinition {
  readonly run: () => Promise<void>;
}

export interface OverdueCheck extends OverdueDefinition {
  readonly oldest: () => Promise<number | undefined>;
}

/** Handlers of jobs and events, periodic work and overdue checks, collected from the decorators of all providers. */
@Injectable()
export class JobRegistry implements OnModuleInit {
  private readonly named = new Map<string, RegisteredJob>();
  private readonly handlers = new Map<string, EventHandler[]>();
  private readonly works = new Map<string, PeriodicWork>();
  private readonly checks = new Map<string, OverdueCheck>();
  private isCollected = false;

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
  ) {}

  /** @throws Error for two handlers of one job name, or two periodic works of one name */
  onModuleInit(): void {
    this.collect();
  }

  /** @throws Error for a job name without a handler */
  job(name: string): RegisteredJob {
    this.collect();
    const job = this.named.get(name);
    if (!job) throw new Error(`no handler for job ${name}`);
    return job;
  }

  hasJob(name: string): boolean {
    this.collect();
    return this.named.has(name);
  }

  jobs(): RegisteredJob[] {
    this.collect();
    return [...this.named.values()];
  }

  events(): string[] {
    this.collect();
    return [...this.handlers.keys()];
  }

  handlersOf(event: string): readonly EventHandler[] {
    this.collect();
    return this.handlers.get(event) ?? [];
  }

  periodicWork(): PeriodicWork[] {
    this.collect();
    return [...this.works.values()];
  }

  overdueChecks(): OverdueCheck[] {
    this.collect();
    return [...this.checks.values()];
  }

  /** @throws Error for a job that can never run */
  check(request: JobRequest): RegisteredJob {
    if (request.key === '' || request.key.length > KEY_LENGTH) throw new Error(`key of job ${request.name} is empty or too long`);
    return this.job(request.name);
  }

  /** Init hooks of other modules may add jobs before this one's, so the first caller collects. */
  private collect(): void {
    if (this.isCollected) return;
    this.isCollected = true;
    for (const instance of providerInstances(this.discovery)) {
      const prototype = Object.getPrototypeOf(instance) as Record<string, unknown> | null;
      if (!prototype) continue;
      for (const method of this.scanner.getAllMethodNames(prototype)) this.register(instance, prototype[method]);
    }
  }

  private register(instance: object, method: unknown): void {
    if (typeof method !== 'function') return;
    const job = Reflect.getMetadata(JOB, method) as JobDefinition | undefined;
    if (job) once(this.named, job.name, { ...job, handle: async (data) => void (await method.call(instance, data)) });
    const event = Reflect.getMetadata(EVENT, method) as EventDefinition | undefined;
    if (event) {
      const { name, takesPages } = event;
      const handle: EventHandler['handle'] = async (events) => {
        if (takesPages) await method.call(instance, events);
        else for (const { id, data } of events) await method.call(instance, data, id);
      };
      this.handlers.set(name, [...(this.handlers.get(name) ?? []), { takesPages, handle }]);
    }
    const every = Reflect.getMetadata(EVERY, method) as PeriodicDefinition | undefined;
    const overdue = Reflect.getMetadata(OLDEST_WAITING, method) as OverdueDefinition | undefined;
    if (overdue) {
      const oldest = async () => (await method.call(instance)) as number | undefined;
      once(this.checks, overdue.kind, { ...overdue, oldest });
    }
    if (every) once(this.works, every.name, { ...every, run: async () => void (await method.call(instance)) });
  }
}

function once<Entry>(entries: Map<string, Entry>, name: string, entry: Entry): void {
  if (entries.has(name)) throw new Error(`${name} is declared twice`);
  entries.set(name, entry);
}

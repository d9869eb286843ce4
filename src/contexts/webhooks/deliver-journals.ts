import { Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/clock.js';
import { Outbox } from '../../kernel/events.js';
import { UnitOfWork } from '../../kernel/unit-of-work.js';
import { isBefore, JournalLog, type JournalPosition, type ToldJournal } from '../../ledger/index.js';
import { DeliverWebhook, CLAIM_MS, OutboundEvents } from './deliver-webhooks.js';
import { type Endpoint, Endpoints, type EndpointCursor, EndpointCursors, wants } from './endpoints.js';
import { EndpointRun, type RunRecords, type Step } from './endpoint-run.js';
import { ProcessWebhook } from './process-webhooks.js';
import { type NewWebhook, outboundWebhook, Webhooks } from './webhooks.js';

const CHUNK = 200;

export interface EndpointWork {
  readonly endpoint: Endpoint;
  readonly cursor: EndpointCursor & { readonly place: JournalPosition };
  /** What is before it. Endpoints at one place read it together. */
  readonly journals: () => Promise<ToldJournal[]>;
}

export interface EndedRun {
  readonly isDone: boolean;
  /** Webhooks that waited for a slot of the endpoint, or for one that was given up, and can be tried now. */
  readonly next: readonly string[];
}

/** Tells endpoints of journals by a cursor of each. What fails becomes a row; what succeeds has none. */
@Injectable()
export class DeliverJournals {
  private readonly ahead = new Map<string, ReadonlySet<string>>();

  constructor(
    private readonly log: JournalLog,
    private readonly endpoints: Endpoints,
    private readonly cursors: EndpointCursors,
    private readonly webhooks: Webhooks,
    private readonly events: OutboundEvents,
    private readonly deliverWebhook: DeliverWebhook,
    private readonly processWebhook: ProcessWebhook,
    private readonly unitOfWork: UnitOfWork,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  /** Endpoints that have something before them and whose time has come, sorted. */
  async due(): Promise<EndpointWork[]> {
    const cursors = (await this.cursors.active()).filter(({ retryAt }) => retryAt <= this.clock.now());
    if (cursors.length === 0) return [];
    const until = await this.log.fedUntil();
    const behind = cursors.filter(({ place, isBehindGap }) => !place || isBehindGap || isBefore(place, until));
    if (behind.length === 0) return [];
    const active = new Map((await this.endpoints.active()).map((endpoint) => [endpoint.id, endpoint]));
    const chunks = new Map<string, Promise<ToldJournal[]>>();
    const read = (place: JournalPosition) => {
      const key = `${place.batchNo}:${place.position}`;
      const chunk = chunks.get(key) ?? this.log.read(place, until, CHUNK);
      chunks.set(key, chunk);
      return chunk;
    };
    const works: EndpointWork[] = [];
    for (const cursor of behind) {
      const [endpoint, { place }] = [active.get(cursor.endpointId), cursor];
      if (!endpoint) continue;
      if (!place || cursor.isBehindGap) await this.begin(endpoint, cursor);
      else works.push({ endpoint, cursor: { ...cursor, place }, journals: () => read(place) });
    }
    return works;
  }

  async execute({ endpoint, cursor, journals }: EndpointWork, stopping: AbortSignal): Promise<EndedRun> {
    const { id } = endpoint;
    const { concurrency } = this.processWebhook;
    const slots = concurrency.acquireForRun(id);
    if (slots === 0) return { isDone: false, next: [] };
    const next: string[] = [];
    let isDone = false;
    try {
      const steps = await this.stepsOf(endpoint, await journals());
      const run = new EndpointRun(cursor, steps, this.deliverWebhook, this.recordsOf(id, next), this.clock, stopping);
      try {
        isDone = await run.deliver(slots);
      } finally {
        if (run.ahead.size > 0) this.ahead.set(id, run.ahead);
        else this.ahead.delete(id);
      }
    } finally {
      for (let slot = 0; slot < slots; slot++) next.push(...[concurrency.release(id)].filter((waiting) => waiting !== undefined));
    }
    return { isDone, next };
  }

  /** When the oldest journal was recorded that is before an endpoint which is not away. */
  async oldestWaiting(): Promise<number | undefined> {
    const works = await this.due();
    const [first] = works.toSorted((one, other) => (isBefore(one.cursor.place, other.cursor.place) ? -1 : 1));
    const [journal] = (await first?.journals()) ?? [];
    return journal?.postedAt;
  }

  /** One that a version before made begins with what was recorded since. One that it activated leaves out what was before. */
  private async begin({ id, createdAt }: Endpoint, { isBehindGap }: EndpointCursor): Promise<void> {
    if (isBehindGap) await this.cursors.resume(id);
    else await this.cursors.begin(id, await this.log.lastBefore(createdAt));
  }

  /** Up to the second webhook about a subject: it comes behind the first. */
  private async stepsOf(endpoint: Endpoint, journals: readonly ToldJournal[]): Promise<Step[]> {
    const told = journals.map((journal) => ({
      journal,
      webhooks: journal.events.filter(({ name }) => wants(endpoint, name)).map((event) => outboundWebhook(endpoint.id, event)),
    }));
    const all = told.flatMap(({ webhooks }) => webhooks);
    const subjects = [...new Set(all.flatMap(({ subject }) => subject ?? []))];
    const eventIds = all.map(({ eventId }) => eventId);
    const known = await this.webhooks.known(endpoint.id, eventIds, subjects);
    const ahead = this.ahead.get(endpoint.id);
    const isNew = ({ id, eventId }: NewWebhook) => !known.eventIds.has(eventId) && !ahead?.has(id);
    const waits = ({ subject }: NewWebhook) => typeof subject === 'string' && known.openSubjects.has(subject);
    const sent = new Set<string>();
    const steps: Step[] = [];
    for (const { journal, webhooks } of told) {
      const fresh = webhooks.filter(isNew);
      const now = fresh.filter((webhook) => !waits(webhook));
      if (now.some(({ subject }) => typeof subject === 'string' && sent.has(subject))) break;
      for (const { subject } of now) if (typeof subject === 'string') sent.add(subject);
      steps.push({ journal, webhooks: now, waiting: fresh.filter(waits) });
    }
    return steps;
  }

  private recordsOf(endpointId: string, next: string[]): RunRecords {
    return {
      pass: (from, steps) => this.pass(endpointId, from, steps),
      refused: async (webhooks, result, begunAt) => {
        await this.unitOfWork.run(() => this.webhooks.addAll(webhooks).then(() => undefined));
        for (const { id } of webhooks) {
          const claimed = await this.webhooks.claim(id, this.clock.now() + CLAIM_MS);
          if (claimed) next.push(...(await this.processWebhook.finish({ ...claimed, claimedAt: begunAt }, result)));
        }
      },
      missed: async (misses, retryAt) => {
        if (retryAt === undefined) await this.deliverWebhook.unanswered(endpointId);
        else await this.cursors.missed(endpointId, misses, retryAt);
      },
      sent: (count) => this.webhooks.countSucceeded('outbound', count),
    };
  }

  private async pass(endpointId: string, from: JournalPosition, steps: readonly Step[]): Promise<boolean> {
    const to = steps.at(-1)!.journal;
    const waiting = steps.flatMap((step) => step.waiting);
    const postponed = steps.flatMap(({ journal }) => journal.postponed ?? []);
    if (waiting.length + postponed.length === 0) return this.cursors.move(endpointId, from, to);
    return this.unitOfWork.run(async () => {
      if (!(await this.cursors.move(endpointId, from, to))) return false;
      await this.events.add(waiting);
      await this.outbox.add(...postponed);
      return true;
    });
  }
}

import { randomFraction } from '../../kernel/random.js';
import type { Clock } from '../../kernel/clock.js';
import { turn } from '../../kernel/timers.js';
import { type JournalPosition, MovingPlace, type ToldJournal } from '../../ledger/index.js';
import type { DeliverWebhook, EndpointTarget, Target } from './deliver-webhooks.js';
import type { EndpointCursor } from './endpoints.js';
import { type AttemptResult, type NewWebhook, retryDelayMs, thrownResult } from './webhooks.js';

/** A disabled endpoint, a new URL and a new secret count this late within a run. */
const TARGET_MS = 1_000;

/** So many in a row may get no answer and become rows; then the endpoint is away, and its cursor waits. */
export const PASSED_MISSES = 3;

/** Of a gateway that finds nobody behind it, or of an endpoint that wants a pause. */
const AWAY_STATUSES = [429, 502, 503, 504];

/** A journal in front of the cursor. */
export interface Step {
  readonly journal: ToldJournal;
  /** To be sent now. */
  readonly webhooks: readonly NewWebhook[];
  /** They wait for an open one of their subject. */
  readonly waiting: readonly NewWebhook[];
}

/** What a run writes. */
export interface RunRecords {
  /** Moves the cursor behind these steps, with what waits or is postponed of them. False when another process has moved it. */
  pass(from: JournalPosition, steps: readonly Step[]): Promise<boolean>;
  /** Makes rows of webhooks that were refused. */
  refused(webhooks: readonly NewWebhook[], result: AttemptResult, begunAt: number): Promise<void>;
  /** @param retryAt unix ms; undefined where the schedule is at its end */
  missed(misses: number, retryAt: number | undefined): Promise<void>;
  sent(count: number): void;
}

type Item = { readonly step: Step; readonly webhook: NewWebhook };

/** Tells an endpoint of some journals. No two of the webhooks are about one subject, so they need no order. */
export class EndpointRun {
  /** Sent behind one that was not. */
  readonly ahead = new Set<string>();
  private readonly place: MovingPlace<Step>;
  private misses: number;
  private hasFailed: boolean;
  private isOver = false;
  private targetReadAt = 0;
  private target: EndpointTarget | undefined;

  constructor(
    private readonly cursor: EndpointCursor & { readonly place: JournalPosition },
    private readonly steps: readonly Step[],
    private readonly deliverWebhook: DeliverWebhook,
    private readonly records: RunRecords,
    private readonly clock: Clock,
    private readonly stopping: AbortSignal,
  ) {
    this.place = new MovingPlace(
      cursor.place,
      steps,
      ({ webhooks }) => webhooks.length,
      (from, passed) => this.pass(from, passed),
    );
    this.misses = cursor.misses;
    this.hasFailed = cursor.hasFailed;
  }

  /** @param slots requests at once. @returns whether there was something, and all of it was told */
  async deliver(slots: number): Promise<boolean> {
    const items = this.steps.flatMap((step) => step.webhooks.map((webhook): Item => ({ step, webhook }))).values();
    // Without an answer so far one is tried, and then the next.
    const places = Array.from({ length: this.misses > 0 ? 1 : slots });
    await this.place.during(() => Promise.all(places.map(() => this.deliverInTurn(items))));
    return this.steps.length > 0 && this.place.hasPassedAll;
  }

  private async deliverInTurn(left: Iterator<Item>): Promise<void> {
    while (!this.isOver && !this.place.hasStopped && !this.stopping.aborted) {
      const target = await this.currentTarget();
      if ('error' in target) return;
      const items = nextOf(left, this.misses > 0 ? 1 : target.batch);
      if (items.length === 0) return;
      const begunAt = this.clock.now();
      await this.took(items, await this.attempt(target, items), begunAt);
      await turn();
    }
  }

  private async currentTarget(): Promise<EndpointTarget> {
    const now = this.clock.now();
    if (!this.target || now - this.targetReadAt >= TARGET_MS) {
      this.targetReadAt = now;
      this.target = await this.deliverWebhook.targetOf(this.cursor.endpointId);
    }
    return this.target;
  }

  private async attempt(target: Target, items: readonly Item[]): Promise<AttemptResult> {
    try {
      return await this.deliverWebhook.send(
        target,
        items.map(({ webhook }) => webhook),
      );
    } catch (error) {
      return thrownResult(error);
    }
  }

  private async took(items: readonly Item[], result: AttemptResult, begunAt: number): Promise<void> {
    if (result.error === undefined) return this.arrived(items);
    this.hasFailed = true;
    if (!isMiss(result)) return this.becomeRows(items, result, begunAt);
    this.isOver = true;
    this.misses++;
    if (items.length === 1 && this.misses <= PASSED_MISSES) await this.becomeRows(items, result, begunAt);
    const pauseMs = this.misses < PASSED_MISSES ? 0 : retryDelayMs(this.misses - PASSED_MISSES + 1, randomFraction());
    await this.records.missed(this.misses, pauseMs && this.clock.now() + pauseMs);
  }

  private async arrived(items: readonly Item[]): Promise<void> {
    this.records.sent(items.length);
    this.haveEnded(items);
    if (this.hasFailed) await this.deliverWebhook.arrived(this.cursor.endpointId);
    this.hasFailed = false;
    this.misses = 0;
  }

  /** Each is tried again by itself, because the endpoint may refuse one of them only. */
  private async becomeRows(items: readonly Item[], result: AttemptResult, begunAt: number): Promise<void> {
    await this.records.refused(
      items.map(({ webhook }) => webhook),
      result,
      begunAt,
    );
    this.haveEnded(items);
  }

  private haveEnded(items: readonly Item[]): void {
    for (const { step, webhook } of items) {
      this.place.ended(step);
      this.ahead.add(webhook.id);
    }
  }

  private async pass(from: JournalPosition, steps: readonly Step[]): Promise<boolean> {
    if (!(await this.records.pass(from, steps))) return false;
    for (const { id } of steps.flatMap(({ webhooks }) => webhooks)) this.ahead.delete(id);
    return true;
  }
}

function isMiss({ httpStatus, isFinal }: AttemptResult): boolean {
  return !isFinal && (httpStatus === undefined || AWAY_STATUSES.includes(httpStatus));
}

function nextOf<Item>(left: Iterator<Item>, count: number): Item[] {
  const taken: Item[] = [];
  while (taken.length < count) {
    const next = left.next();
    if (next.done) break;
    taken.push(next.value);
  }
  return taken;
}

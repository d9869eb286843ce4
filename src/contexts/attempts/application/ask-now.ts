import type { Clock } from '../../../kernel/clock.js';
import type { AttemptStatus, Ordered } from '../domain/attempt.js';
import type { BackgroundWork } from './background-work.js';
import { resolvedWithin } from './resolved-within.js';

/** `isAnswered`: the provider answered in time; where not, the question goes on. */
export interface RequeryAnswer {
  readonly status: AttemptStatus;
  readonly isAnswered: boolean;
}

export interface AskedOrders<S> {
  /** For logs of background work, as `purchase`. */
  readonly noun: string;
  readonly answerWithinMs: number;
  find(id: string): Promise<S | undefined>;
  orderOf(state: S): Ordered & { readonly nextQueryAt: number | undefined };
  isAnswered(state: S): Promise<boolean>;
  query(state: S): Promise<S>;
}

/** Asks the provider of an order now, whatever its state and schedule, and does what follows from the answer. */
export class AskNow<S> {
  constructor(
    private readonly orders: AskedOrders<S>,
    private readonly background: BackgroundWork,
    private readonly clock: Clock,
  ) {}

  async statusOf(id: string): Promise<AttemptStatus | undefined> {
    const state = await this.orders.find(id);
    return state && this.orders.orderOf(state).status;
  }

  async execute(id: string): Promise<RequeryAnswer> {
    const { orders } = this;
    const state = await orders.find(id);
    if (!state) throw new Error(`${orders.noun} ${id} is gone`);
    if (await this.isBeingSubmitted(state)) return { status: orders.orderOf(state).status, isAnswered: false };
    const asked = this.background.keep(`asking about a ${orders.noun}`, orders.query(state));
    const now = await resolvedWithin(orders.answerWithinMs, asked);
    return { status: orders.orderOf(now ?? state).status, isAnswered: now !== undefined };
  }

  /** A question must not overtake the submit, which would then follow its answer. */
  private async isBeingSubmitted(state: S): Promise<boolean> {
    const { status, queries, nextQueryAt } = this.orders.orderOf(state);
    if (status !== 'pending' || queries > 0 || nextQueryAt === undefined || nextQueryAt <= this.clock.now()) return false;
    return !(await this.orders.isAnswered(state));
  }
}

import type { Clock } from '../../../../kernel/clock.js';
import { Failure } from '../../../../kernel/failure.js';
import { every, type Timer } from '../../../../kernel/timers.js';
import type { Conditions } from '../../../../platform/telemetry/conditions.js';
import type { Log } from '../../../../platform/telemetry/log.js';
import { ledgerFailures } from '../../../domain/ledger.failures.js';
import type { FindLostHead } from '../../application/find-lost-head.js';
import type { AcknowledgedHead, ChainHead } from '../../application/ports.js';

const LOOK_AGAIN_MS = 1_000;
const ADVICE =
  'the database lacks money movements that were acknowledged: it is a stale copy, or not the database it was. ' +
  'Money is refused until the right database is back, or `npm run cli -- ledger:accept-loss` accepts this one';

/** Compares the head of the chain with the last acknowledged one; a restored or failed-over copy refuses commits until an operator accepts the loss. */
export class LossDetection {
  private last: AcknowledgedHead | undefined;
  private isVerified = false;
  private isStale = false;
  private timer: Timer | undefined;

  constructor(
    private readonly findLostHead: FindLostHead,
    private readonly clock: Clock,
    private readonly conditions: Conditions,
    private readonly log: Log,
  ) {}

  /** Compares the database with the heads stored outside of it. @returns whether it holds them */
  async verify(): Promise<boolean> {
    const lost = await this.findLostHead.execute(this.last);
    if (lost) {
      this.stop(lost.batchNo);
      return false;
    }
    if (this.isStale) this.resume();
    this.isVerified = true;
    return true;
  }

  /** @throws Failure `ledger.stale_copy` */
  async requireCurrent(): Promise<void> {
    if (!this.isVerified && !this.isStale) await this.verify();
    if (this.isStale) throw new Failure(ledgerFailures.stale_copy, { retryAfterSeconds: 60 });
  }

  /** @param last acknowledged before `head` was read. @throws Failure `ledger.stale_copy` where `head` is behind it */
  requireContinues(head: ChainHead, last: AcknowledgedHead | undefined): void {
    if (!last || head.batchNo > last.batchNo || (head.batchNo === last.batchNo && head.hash === last.hash)) return;
    this.stop(head.batchNo);
    throw new Failure(ledgerFailures.stale_copy, { retryAfterSeconds: 60 });
  }

  get acknowledged(): AcknowledgedHead | undefined {
    return this.last;
  }

  /** Whether all money is refused. */
  get hasStopped(): boolean {
    return this.isStale;
  }

  doubt(): void {
    this.isVerified = false;
  }

  /** @returns the head to store outside of the database */
  acknowledge(head: ChainHead): AcknowledgedHead {
    const { batchNo, hash } = head;
    if (!this.last || batchNo > this.last.batchNo) this.last = { batchNo, hash, writtenAt: this.clock.now() };
    return this.last;
  }

  close(): void {
    this.timer?.stop();
  }

  private stop(batchNo: number): void {
    if (this.isStale) return;
    this.isStale = true;
    this.conditions.set('ledger', 'stale_copy');
    this.log.problem(ADVICE, new Error('stale copy'), { batchNo });
    this.timer = every(LOOK_AGAIN_MS, () => void this.verify().catch(() => undefined));
  }

  private resume(): void {
    this.timer?.stop();
    this.isStale = false;
    this.last = undefined;
    this.conditions.set('ledger', undefined);
    this.log.info('money moves again: the database holds what was acknowledged, or its loss was accepted');
  }
}

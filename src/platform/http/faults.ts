import { Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { In, LessThan, LessThanOrEqual } from 'typeorm';
import { after, type Timer } from '../../kernel/timers.js';
import { Clock, MINUTE_MS } from '../../kernel/clock.js';
import type { Failure } from '../../kernel/failure.js';
import { Database } from '../database/database.js';
import { tableOf } from '../database/table.js';
import { Log } from '../telemetry/log.js';
import { FaultRow } from './fault.row.js';

const TABLE = tableOf(FaultRow);
/** Faults that one process keeps; further ones are in the log alone. */
const PER_MINUTE = 60;
const WAITING = 1_000;
const WRITE_MS = 500;
/** Pause between tries while the database is away, which many of the faults are about. */
const RETRY_MS = 15_000;
const OWN_CODE = /\/(?:dist|src)\/([\w./-]+\.[jt]s:\d+)/;

export interface FailedRequest {
  readonly reference: string;
  readonly action: string;
  readonly status: number;
  readonly failure: Failure;
}

/** Keeps failed answers of status 5xx, so that staff find them by the reference. Requests do not wait for it. */
@Injectable()
export class Faults implements BeforeApplicationShutdown {
  private waiting: FaultRow[] = [];
  private timer: Timer | undefined;
  private minute = 0;
  private kept = 0;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  keep({ reference, action, status, failure }: FailedRequest): void {
    const createdAt = this.clock.now();
    const minute = Math.floor(createdAt / MINUTE_MS);
    if (minute !== this.minute) [this.minute, this.kept] = [minute, 0];
    if (this.kept >= PER_MINUTE || this.waiting.length >= WAITING) return;
    this.kept++;
    this.waiting.push({ reference, action, status, failure: failure.failure, ...causeOf(failure), createdAt });
    this.writeIn(WRITE_MS);
  }

  async find(reference: string): Promise<FaultRow | undefined> {
    return (await this.rows.findOneBy({ reference })) ?? undefined;
  }

  async findMany(references: readonly string[]): Promise<FaultRow[]> {
    return this.rows.findBy({ reference: In([...references]) });
  }

  /** Removes faults before this time, and the oldest beyond `most`. */
  async remove(before: number, most: number): Promise<void> {
    await this.rows.delete({ createdAt: LessThan(before) });
    const [first] = await this.rows.find({ order: { createdAt: 'DESC' }, skip: most, take: 1 });
    if (first) await this.rows.delete({ createdAt: LessThanOrEqual(first.createdAt) });
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.timer?.stop();
    await this.write().catch(() => undefined);
  }

  private writeIn(ms: number): void {
    this.timer ??= after(ms, () => {
      this.timer = undefined;
      this.write().catch((error: unknown) => {
        this.log.problem('failed answers could not be kept', error);
        this.writeIn(RETRY_MS);
      });
    }).unref();
  }

  private async write(): Promise<void> {
    const rows = [...this.waiting];
    if (rows.length === 0) return;
    await TABLE.insertNew(this.database, rows);
    this.waiting = this.waiting.slice(rows.length);
  }

  private get rows() {
    return this.database.repository(FaultRow);
  }
}

function causeOf({ cause }: Failure): Pick<FaultRow, 'error' | 'place'> {
  if (!(cause instanceof Error)) return { error: '', place: '' };
  const { code } = cause as { code?: unknown };
  const error = typeof code === 'string' ? `${cause.name} ${code}` : cause.name;
  return { error: error.slice(0, 128), place: (OWN_CODE.exec(cause.stack ?? '')?.[1] ?? '').slice(0, 255) };
}

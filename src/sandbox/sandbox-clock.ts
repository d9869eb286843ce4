import { Entity } from 'typeorm';
import { every, type Timer } from '../kernel/timers.js';
import { PrimaryIdColumn, TimeColumn } from '../platform/database/columns.js';
import { Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { Clock, DAY_MS, MovableClock } from '../kernel/clock.js';
import { Config } from '../platform/config/config.js';
import { Database } from '../platform/database/database.js';
import { insertNew } from '../platform/database/insert-new.js';
import { Log } from '../platform/telemetry/log.js';
import { SandboxRefusal } from './outcome-names.js';

/** One row, or none. */
@Entity('sandbox_clock')
export class SandboxClockRow {
  @PrimaryIdColumn() id: string;
  @TimeColumn('ahead_ms') aheadMs: number;
}

const ID = 'sandbox';
const LOOK_EVERY_MS = 1_000;
const LONGEST_MS = 400 * DAY_MS;

/** Sets the clock forward, never back, because booked money is dated by it. Every process follows within two seconds. */
@Injectable()
export class SandboxClock implements OnModuleInit, OnApplicationShutdown {
  private timer: Timer | undefined;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly config: Config,
    private readonly log: Log,
  ) {}

  async onModuleInit(): Promise<void> {
    await this.follow();
    if (this.config.role === 'tool') return;
    const follow = () => void this.follow().catch((error: unknown) => this.log.problem('the clock could not be followed', error));
    this.timer = every(LOOK_EVERY_MS, follow);
    this.timer.unref();
  }

  onApplicationShutdown(): void {
    this.timer?.stop();
  }

  /** @returns by how much it is ahead now. @throws SandboxRefusal */
  async forward(byMs: number): Promise<number> {
    const row = await this.rows.findOneBy({ id: ID });
    const ahead = (row?.aheadMs ?? 0) + byMs;
    if (byMs <= 0 || ahead > LONGEST_MS) throw new SandboxRefusal('The clock goes forward only, and by 400 days in all.');
    await insertNew(this.database, 'sandbox_clock', ['id', 'ahead_ms'], [[ID, 0]]);
    await this.rows.increment({ id: ID }, 'aheadMs', byMs);
    return this.follow();
  }

  async follow(): Promise<number> {
    const [row] = await this.database.rows<{ aheadMs: number }>('SELECT ahead_ms AS aheadMs FROM sandbox_clock WHERE id = ?', [
      ID,
    ]);
    const aheadMs = row?.aheadMs ?? 0;
    if (this.clock instanceof MovableClock) this.clock.aheadMs = aheadMs;
    return aheadMs;
  }

  private get rows() {
    return this.database.repository(SandboxClockRow);
  }
}
